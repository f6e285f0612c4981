/** Below this height, in px, a phone's keyboard is open, or the phone is on its side: only what is being typed has room. */
const TIGHT_PX = 560

const isTyping = (element: Element | null) => element?.matches('input, textarea, select') ?? false

/** Scrolls the field that is being typed into to the middle of what a keyboard leaves free. */
function centre(): void {
  const { activeElement } = document
  if (!('tight' in document.documentElement.dataset) || !isTyping(activeElement)) return
  const field = activeElement?.closest('[data-field]') ?? activeElement
  field?.scrollIntoView({ block: 'center', behavior: 'instant' })
}

let watched = false

/**
 * Keeps on the page's root how much of it a keyboard leaves visible: `--visible`, its height, `--covered`, what lies below that, and
 * `data-tight` while there is room only for what is being typed. Some browsers shrink the page for a keyboard, and others cover it.
 */
export function watchKeyboard(): void {
  const { visualViewport: viewport } = window
  if (watched || !viewport) return
  watched = true
  const { dataset, style } = document.documentElement
  const note = () => {
    const height = viewport.height * viewport.scale
    style.setProperty('--visible', `${height}px`)
    // Zoomed in, what is not visible lies outside of the screen, and not below a keyboard.
    const covered = viewport.scale > 1 ? 0 : innerHeight - viewport.height - viewport.offsetTop
    style.setProperty('--covered', `${Math.max(0, covered)}px`)
    if (height < TIGHT_PX) dataset.tight = ''
    else delete dataset.tight
    centre()
  }
  viewport.addEventListener('resize', note)
  viewport.addEventListener('scroll', note)
  document.addEventListener('focusin', () => requestAnimationFrame(centre))
  note()
}
