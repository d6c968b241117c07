import { z } from 'zod';

export const chartSchema = z.looseObject({
  type: z.literal('data_visualization'),
  title: z.string(),
  chart: z.looseObject({
    series: z.array(
      z.looseObject({ name: z.string(), data: z.array(z.looseObject({ label: z.string(), value: z.number() })) }),
    ),
  }),
});

/** A bar chart, its bars lying one below the other. */
export function Chart({ block }: { readonly block: z.infer<typeof chartSchema> }) {
  const { title, chart } = block;
  const labels = chart.series[0]?.data.map(({ label }) => label) ?? [];
  const valuesAt = (at: number) => chart.series.map(({ data }) => data[at]?.value ?? 0);
  const most = Math.max(1, ...labels.map((_, at) => valuesAt(at).reduce((sum, value) => sum + value, 0)));
  return (
    <figure className="chart">
      <figcaption>
        <strong>{title}</strong>
        {chart.series.map(({ name }, at) => (
          <span key={name} className="chart-name" data-series={at}>
            {name}
          </span>
        ))}
      </figcaption>
      {labels.map((label, at) => (
        <div key={label} className="chart-row">
          <span>{label}</span>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            {chart.series.map(({ name }, place) => {
              const values = valuesAt(at);
              const before = values.slice(0, place).reduce((sum, value) => sum + value, 0);
              const width = ((values[place] ?? 0) / most) * 100;
              return (
                <rect
                  key={name}
                  className="chart-bar"
                  data-series={place}
                  x={(before / most) * 100}
                  width={width}
                  height={4}
                />
              );
            })}
          </svg>
          <span>{valuesAt(at).join(' · ')}</span>
        </div>
      ))}
    </figure>
  );
}
