/** Moves the focus to the link of the next row of the page's list, or of the one before it. */
export function focusRow(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const open = links.findIndex((link) => link.closest('tr')?.hasAttribute('data-open'))
  const from = at < 0 ? open : at
  links[Math.min(links.length - 1, Math.max(0, from < 0 ? 0 : from + by))]?.focus()
}

/** The pictures of the page, and the place of the one that has the focus; -1 if none has. */
function evidence(): { all: readonly HTMLElement[]; at: number } {
  const all = [...document.querySelectorAll<HTMLElement>('[data-evidence]')]
  return { all, at: all.findIndex((each) => each.matches(':focus')) }
}

/** Moves the focus to the next picture of the page; after the last one, to the first. */
export function focusEvidence(): void {
  const { all, at } = evidence()
  all[(at + 1) % all.length]?.focus()
}

/** Opens the picture that has the focus, or else the first one, in full. */
export function zoomEvidence(): void {
  const { all, at } = evidence()
  all[Math.max(0, at)]?.click()
}

export const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus()
