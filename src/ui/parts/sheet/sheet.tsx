import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, useRef } from 'react'
import { useOpenForm } from '../../forms/open-forms.ts'
import { useLabels } from '../../i18n/index.ts'
import { useSheetEntry } from '../../router/router.ts'
import { cx } from '../cx.ts'
import { close } from '../marks/drawings.ts'
import { Icon } from '../marks/icons.tsx'
import css from './sheet.module.css'
import { useSwipeDown } from './use-swipe-down.ts'

export type SheetProps = {
  open: boolean
  /** Called by Back, Escape, a swipe on its handle, a tap outside the sheet, and its close button. */
  onClose: () => void
  title: ReactNode
  /** At the title's end, such as the available balance. The sheet then has no close button, and needs another way out. */
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
export function Sheet({ open, onClose, title, aside, description, locked = false, children }: SheetProps) {
  const { t } = useLabels()
  const cameFrom = useRef<Element | null>(null)
  useSheetEntry(open, () => (locked ? history.back() : onClose()))
  const swipe = useSwipeDown(() => !locked && onClose())
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && !locked && onClose()}>
      <Dialog.Portal>
        <div className={css.scrim} data-sheet="" data-state={open ? 'open' : 'closed'} />
        <Dialog.Content
          className={cx(css.sheet, aside === undefined && css.closable)}
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
          <div className={css.handle} aria-hidden="true" {...swipe} />
          <div className={css.head}>
            <Dialog.Title className={css.title}>{title}</Dialog.Title>
            {aside !== undefined && <p className={css.aside}>{aside}</p>}
          </div>
          {description !== undefined && (
            <Dialog.Description className={css.description}>{description}</Dialog.Description>
          )}
          <OpenForm />
          {children}
          {aside === undefined && !locked && (
            <Dialog.Close className={css.close} aria-label={t('action.close')}>
              <Icon name={close} size={20} />
            </Dialog.Close>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
