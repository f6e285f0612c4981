import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, useDeferredValue, useEffect, useId, useRef } from 'react'
import { useOpenForm } from '../../forms/open-forms.ts'
import { useLabels } from '../../i18n/index.ts'
import { useSheetEntry } from '../../router/router.ts'
import { cx } from '../cx.ts'
import { close } from '../marks/drawings.ts'
import { Icon } from '../marks/icons.tsx'
import { PaperBadge } from '../page/header.tsx'
import { watchKeyboard } from './keyboard.ts'
import css from './sheet.module.css'
import { useSwipeDown } from './use-swipe-down.ts'

export type SheetProps = {
  open: boolean
  /** Called by Back, Escape, a swipe on its handle, a tap outside the sheet, and its close button. */
  onClose: () => void
  /** Followed by the PAPER badge. */
  title: ReactNode
  /** At the title's end, such as the price. */
  aside?: ReactNode
  description?: ReactNode
  /** A pending act that must not be interrupted: the sheet cannot be closed, and Back leaves its page. */
  locked?: boolean
  children: ReactNode
}

function OpenForm() {
  useOpenForm()
  return null
}

/**
 * A bottom sheet for a decision. It traps the focus while open, and restores it.
 *
 * Radix' own overlay is not used: it locks the page's scrolling by a style element, which the content security policy
 * refuses. The base styles lock it while a `data-sheet` is in the page.
 */
export function Sheet(props: SheetProps) {
  const { open, onClose, title, aside, description, locked = false, children } = props
  const { t } = useLabels()
  const cameFrom = useRef<Element | null>(null)
  useSheetEntry(open, () => (locked ? history.back() : onClose()))
  useEffect(watchKeyboard, [])
  const swipe = useSwipeDown(() => !locked && onClose())
  // Its content is rendered after the tap's next paint, in a render that yields to input. It closes at once.
  const shown = useDeferredValue(open, false) && open
  return (
    <Dialog.Root open={shown} onOpenChange={(next) => !next && !locked && onClose()}>
      <Dialog.Portal>
        <div className={css.scrim} data-sheet="" data-state={shown ? 'open' : 'closed'} />
        <Dialog.Content
          className={cx(css.body, css.sheet)}
          data-sheet-body=""
          aria-modal
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            cameFrom.current = document.activeElement
            event.preventDefault()
            if (event.target instanceof HTMLElement) event.target.focus({ preventScroll: true })
          }}
          onInteractOutside={(event) => {
            const { target } = event.detail.originalEvent
            if (target instanceof Element && target.closest('[data-over-sheet]')) event.preventDefault()
          }}
          onCloseAutoFocus={() => {
            if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true })
          }}
        >
          <div className={css.head}>
            <div className={css.handle} aria-hidden="true" {...swipe} />
            <div className={css.heading}>
              <Dialog.Title className={css.title}>{title}</Dialog.Title>
              <PaperBadge />
            </div>
            {aside !== undefined && <div className={css.aside}>{aside}</div>}
            {!locked && (
              <Dialog.Close className={css.close} aria-label={t('action.close')}>
                <Icon name={close} size={20} />
              </Dialog.Close>
            )}
          </div>
          {description !== undefined && (
            <Dialog.Description className={css.description}>{description}</Dialog.Description>
          )}
          <OpenForm />
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The content of a sheet as a part of a page: beside a chart on a wide screen. */
export const Panel = (props: Pick<SheetProps, 'title' | 'aside' | 'description' | 'children'>) => {
  const { title, aside, description, children } = props
  const id = useId()
  return (
    <section className={cx(css.body, css.panel)} data-sheet-body="" aria-labelledby={id}>
      <div className={css.head}>
        <h2 className={cx(css.heading, css.title)} id={id}>
          {title}
        </h2>
        {aside !== undefined && <div className={css.aside}>{aside}</div>}
      </div>
      {description !== undefined && <p className={css.description}>{description}</p>}
      {children}
    </section>
  )
}
