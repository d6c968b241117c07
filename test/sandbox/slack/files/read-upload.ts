/** The bytes of an upload: the body itself, or the file of a multipart form as the Web API's client sends it. */
export async function readUpload(contentType: string, body: Buffer): Promise<Buffer> {
  if (!/^multipart\/form-data\b/i.test(contentType)) return body;
  const request = new Request('http://slack.test', {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: new Uint8Array(body),
  });
  for (const [, value] of await request.formData()) {
    if (typeof value !== 'string') return Buffer.from(await value.arrayBuffer());
  }
  return Buffer.alloc(0);
}
