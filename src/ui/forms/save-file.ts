/** Downloads a text as a file of this name. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has started by then: browsers read the blob at the click.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
