export interface Panel {
  title: string;
  unit: string;
  /** In the order of the axis. */
  points: readonly { label: string; value: number }[];
}

const [width, height, margin] = [480, 240, 48];
const columns = 2;

/** Lines of few points each, side by side, as SVG. */
export function chart(panels: readonly Panel[]): string {
  const rows = Math.ceil(panels.length / columns);
  const all = panels.map((panel, index) => {
    const [x, y] = [(index % columns) * width, Math.floor(index / columns) * height];
    return `<g transform="translate(${x} ${y})">${drawn(panel)}</g>`;
  });
  const name = panels.map(({ title }) => title).join('; ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * width} ${rows * height}" font-family="sans-serif" font-size="12"><title>${name}</title><rect width="100%" height="100%" fill="#fff"/>${all.join('')}</svg>\n`;
}

function drawn({ title, unit, points }: Panel): string {
  const most = Math.max(...points.map(({ value }) => value)) || 1;
  const x = (index: number) => margin + (index * (width - 2 * margin)) / Math.max(1, points.length - 1);
  const y = (value: number) => height - margin - (value / most) * (height - 2 * margin);
  const line = points.map(({ value }, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const marks = points.map(
    ({ label, value }, index) =>
      `<circle cx="${x(index)}" cy="${y(value)}" r="4" fill="#0b6b55"/><text x="${x(index)}" y="${y(value) - 10}" text-anchor="middle">${figure(value)} ${unit}</text><text x="${x(index)}" y="${height - margin + 20}" text-anchor="middle">${label}</text>`,
  );
  return `<text x="${margin}" y="18" font-size="14" font-weight="bold">${title}</text><polyline points="${line}" fill="none" stroke="#0b6b55" stroke-width="2"/>${marks.join('')}`;
}

/** Three digits say enough. */
export function figure(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en');
}
