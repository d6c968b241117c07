export interface ChartOptions {
  title: string;
  unit: string;
  /** In the order of the axis. */
  points: readonly { label: string; value: number }[];
}

const [width, height, margin] = [560, 280, 48];

/** A line of few points, as SVG. */
export function chart({ title, unit, points }: ChartOptions): string {
  const most = Math.max(...points.map(({ value }) => value)) || 1;
  const x = (index: number) => margin + (index * (width - 2 * margin)) / Math.max(1, points.length - 1);
  const y = (value: number) => height - margin - (value / most) * (height - 2 * margin);
  const line = points.map(({ value }, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const marks = points.map(
    ({ label, value }, index) =>
      `<circle cx="${x(index)}" cy="${y(value)}" r="4" fill="#0b6b55"/><text x="${x(index)}" y="${y(value) - 10}" text-anchor="middle">${Number(value.toPrecision(3)).toLocaleString('en')} ${unit}</text><text x="${x(index)}" y="${height - margin + 20}" text-anchor="middle">${label}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/><text x="${margin}" y="24" font-size="14" font-weight="bold">${title}</text><polyline points="${line}" fill="none" stroke="#0b6b55" stroke-width="2"/>${marks.join('')}</svg>\n`;
}
