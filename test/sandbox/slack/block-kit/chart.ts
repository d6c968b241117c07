import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import { common } from './blocks.ts';

const { title, series, points, label } = slackLimits.chart;

const labelText = z.string().min(1).max(label);
const bars = z.strictObject({
  type: z.literal('bar'),
  series: z
    .array(
      z.strictObject({
        name: labelText,
        data: z
          .array(z.strictObject({ label: labelText, value: z.number() }))
          .min(1)
          .max(points),
      }),
    )
    .min(1)
    .max(series),
  axis_config: z.strictObject({
    categories: z.array(labelText).min(1).max(points),
    x_label: z.string().optional(),
    y_label: z.string().optional(),
  }),
});

/** A bar chart: each series has a value for each category, and a name of its own. */
export const chartBlock = z
  .strictObject({ ...common, type: z.literal('data_visualization'), title: z.string().min(1).max(title), chart: bars })
  .refine(({ chart }) => new Set(chart.series.map(({ name }) => name)).size === chart.series.length, {
    error: 'has two series of one name',
    path: ['chart', 'series'],
  })
  .refine(
    ({ chart }) =>
      new Set(chart.axis_config.categories).size === chart.axis_config.categories.length &&
      chart.series.every(
        ({ data }) => data.map((each) => each.label).join('\n') === chart.axis_config.categories.join('\n'),
      ),
    { error: 'has labels that are not its categories, each once', path: ['chart', 'axis_config', 'categories'] },
  );
