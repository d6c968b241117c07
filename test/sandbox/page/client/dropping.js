/**
 * Sends files that are dropped onto a composer, or pasted into it, with what is written there.
 * @param {HTMLElement} form
 * @param {(text: string, files: { name: string, base64: string }[]) => Promise<unknown>} send
 */
export function takeDroppedFiles(form, send) {
  const line = /** @type {HTMLTextAreaElement} */ (form.querySelector('.line'));

  /** @param {DataTransfer | null} data @param {Event} event */
  async function take(data, event) {
    if (!data || data.files.length === 0) return;
    event.preventDefault();
    const files = await Promise.all([...data.files].map(readFile));
    const text = line.value.trim();
    line.value = '';
    line.dispatchEvent(new Event('input'));
    await send(text, files);
  }

  form.addEventListener('dragover', (event) => event.preventDefault());
  form.addEventListener('drop', (event) => void take(event.dataTransfer, event));
  line.addEventListener('paste', (event) => void take(event.clipboardData, event));
}

/** @param {File} file */
async function readFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { name: file.name, base64: btoa(binary) };
}
