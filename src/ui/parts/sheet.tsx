import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, useRef } from 'react'
import { useSheetEntry } from '../hash.ts'
import { useWords } from '../i18n/index.ts'
import { useOpenForm } from '../open-forms.ts'
import { cx } from './cx.ts'
import { close } from './drawings.ts'
import { Icon } from './icons.tsx'
import css from './sheet.module.css'
import { useSwipeDown } from './use-swipe-down.ts'

export type SheetProps = {
  open: boolean
  /** Asked for by Back, Escape, a swipe on its handle, a tap beside the sheet and its cross. */
  onClose: () => void
  title: ReactNode
  /** At the title's end, such as what is available. The sheet then has no cross: give it a way out of its own. */
  aside?: ReactNode
  description?: ReactNode
  /** Something is under way that must be seen through: the sheet cannot be closed, and Back leaves its page. */
  locked?: boolean
  children: ReactNode
}

function OpenForm() {
  useOpenForm()
  return null
}

/**
 * A decision, from the bottom of the screen. It keeps the focus while it is open, and gives it back.
 *
 * Radix' own overlay is left out: it locks the page's scrolling by a style element, which the content security policy
 * refuses. The base styles lock it while a `data-sheet` stands in the page.
 */
export function Sheet({ open, onClose, title, aside, description, locked = false, children }: SheetProps) {
  const { t } = useWords()
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
