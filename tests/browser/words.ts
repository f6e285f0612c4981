import first from '../../src/ui/i18n/locales/en/first.json' with { type: 'json' }
import ui from '../../src/ui/i18n/locales/en/ui.json' with { type: 'json' }

/** What the app says in English. */
export const words = { ...first, ...ui }
