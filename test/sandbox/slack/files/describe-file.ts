import type { ShownFile } from '../types.ts';
import { workspace } from '../workspace.ts';

const mimetypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
};

/**
 * A file as Slack's payloads carry it.
 * @param baseUrl of the address that a bot reads it from, with its token; left out where Slack tells no more than the id
 */
export function describeFile({ id, name, title, content, bytes }: ShownFile, baseUrl?: string) {
  const size = bytes?.length ?? Buffer.byteLength(content);
  const filetype = name.split('.').at(-1) ?? '';
  const kind = { mimetype: mimetypes[filetype] ?? 'application/octet-stream', filetype };
  const url = `${baseUrl}/files-pri/${id}/${encodeURIComponent(name)}`;
  const urls = baseUrl === undefined ? {} : { url_private: url, url_private_download: url };
  return { id, name, title, ...kind, mode: 'hosted', size, user: workspace.botUserId, is_external: false, ...urls };
}
