/**
 * Sends a form by POST, and reports its progress, which `fetch` cannot.
 *
 * @param onProgress from 0 to 1
 * @returns the body of the answer, as text
 * @throws DOMException `AbortError`, `NetworkError`
 */
export function sendForm(
  url: string,
  form: FormData,
  headers: Readonly<Record<string, string>>,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const giveUp = () => request.abort()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(request.responseText)
    request.onerror = () => reject(new DOMException('the request failed', 'NetworkError'))
    request.onabort = () => reject(new DOMException('given up', 'AbortError'))
    request.onloadend = () => signal.removeEventListener('abort', giveUp)
    signal.addEventListener('abort', giveUp)
    if (signal.aborted) giveUp()
    else request.send(form)
  })
}
