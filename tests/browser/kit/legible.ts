import type { Page } from '@playwright/test'

/** A text that is not fully readable, or is misplaced. */
export type Flaw = { flaw: string; where: string; text: string }

/**
 * Everything on the page or its open sheet that is clipped or overflows. An element with `data-may-cut` holds text that
 * users wrote, of any length: its end may be cut.
 */
export const findFlaws = (page: Page): Promise<Flaw[]> => page.evaluate(flawsHere)

/** Runs in the page, and so must be self-contained. */
async function flawsHere(): Promise<Flaw[]> {
  // Resize observers run at the end of a frame.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations === 1)
  await Promise.allSettled(moving.map(({ finished }) => finished))
  const room = document.documentElement.clientWidth
  const root = document.querySelector('[role="dialog"]') ?? document.body
  const flaws: Flaw[] = []
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${String(element.className).replace(/^_|_\w+_\d+/g, '')}`
  const add = (flaw: string, element: Element, text: string) =>
    flaws.push({ flaw, where: nameOf(element), text: text.trim().slice(0, 80) })
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !hidden.some((each) => each.contains(element))
  const hidden = [...document.querySelectorAll('.visually-hidden, body *')].filter((each) =>
    getComputedStyle(each).clipPath.startsWith('inset(50%'),
  )

  const layerOf = (element: Element | null): Element | null =>
    !element || ['fixed', 'sticky'].includes(getComputedStyle(element).position)
      ? element
      : layerOf(element.parentElement)

  const overflow = document.documentElement.scrollWidth - room
  if (overflow > 0) add(`the page is ${overflow} px too wide`, document.documentElement, '')

  const cuts = (value: string) => value === 'hidden' || value === 'clip'
  const scrolls = (value: string) => value === 'auto' || value === 'scroll'
  const isInline = (style: CSSStyleDeclaration) => style.display === 'inline' || style.display === 'contents'
  const controls = 'button, a, label, [role="tab"], th, td, dt, dd'

  /** The element that clips or covers a piece of text, from its own element outwards. */
  const lookAt = (rect: DOMRect, own: Element, text: string): unknown => {
    let block: Element | undefined
    for (let at: Element | null = own; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (isInline(style)) continue
      const box = at.getBoundingClientRect()
      const slack = rect.height / 3
      const outX = rect.left < box.left - 1 || rect.right > box.right + 1
      const outY = rect.top < box.top - slack || rect.bottom > box.bottom + slack
      block ??= at
      if (scrolls(style.overflowX) && at !== document.body) {
        if (own.closest('[aria-selected="true"]') && outX) add('the selected tab is scrolled away', at, text)
        if (!at.matches('[role="dialog"]')) return undefined
      }
      if ((cuts(style.overflowX) && outX) || (cuts(style.overflowY) && outY)) return add('cut', at, text)
      if (cuts(style.overflowX) && at.scrollWidth > at.clientWidth + 1 && style.textOverflow === 'ellipsis')
        return add('cut', at, text)
      if (at === block && outX) return add('outside of its box', at, text)
      if (at.matches(controls) && (outX || outY)) return add('outside of its control', at, text)
    }
    return (rect.left < -0.5 || rect.right > room + 0.5) && add('outside of the screen', own, text)
  }

  const WORD =
    /[\p{Nd}.,:%+−]{2,}|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])\p{L}\p{M}*){2,}/gu
  const seen: { rect: DOMRect; own: Element; text: string; layer: Element | null }[] = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    const own = node.parentElement
    const text = node.textContent ?? ''
    if (!own || text.trim() === '' || own.closest('script, style, noscript, option, svg') || !isSeen(own)) continue
    if (own.closest('[data-may-cut]')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const before = flaws.length
    const rects = [...range.getClientRects()]
    // Lines may break between words, at a hyphen or slash, in an address, or in a script without spaces, but never within a figure.
    if (!text.includes('://') && new Set(rects.map(({ top }) => Math.round(top))).size > 1) {
      for (const { 0: word, index } of text.matchAll(WORD)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
        if (new Set(tops).size > 1) add(`broken within “${word}”`, own, text)
      }
    }
    for (const rect of rects) {
      if (rect.width < 1) continue
      if (flaws.length === before) lookAt(rect, own, text)
      if (!own.closest('[class*="pills"]')) seen.push({ rect, own, text, layer: layerOf(own) })
    }
  }

  for (const [at, a] of seen.entries()) {
    for (const b of seen.slice(at + 1)) {
      if (a.layer !== b.layer || a.text === b.text) continue
      const wide = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left)
      const high = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top)
      if (wide > 2 && high > Math.min(a.rect.height, b.rect.height) / 2) add(`lies over “${b.text}”`, a.own, a.text)
    }
  }

  const pen = document.createElement('canvas').getContext('2d')
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    if (!pen || ['radio', 'checkbox', 'file'].includes(field.type) || !isSeen(field)) continue
    const style = getComputedStyle(field)
    pen.font = style.font
    const text =
      field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.label ?? '') : field.value || field.placeholder
    const space = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    if (pen.measureText(text).width > space + 1) add('cut', field, text)
  }
  return flaws
}
