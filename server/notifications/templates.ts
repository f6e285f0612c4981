import type { Lang } from '../../src/api/fields.ts'
import type { MessageKind } from '../../src/rules/notifications.ts'

/** `subject`: all that a stranger may read. `why`: at the foot of a letter. */
export type Words = Readonly<Record<'subject' | 'news' | 'open' | 'why', string>> & {
  kinds: Readonly<Record<MessageKind, string>>
}

/** What leaves the app says in each language. No link: a letter that teaches people to follow links helps who forges it. */
export const words: Readonly<Record<Lang, Words>> = {
  en: {
    subject: 'You have a new message in Quoin',
    news: 'You have a new message in Quoin ({{kind}}).',
    open: 'Open the app to read it.',
    why: 'You can choose of what you hear, and how, in the app: Account, Notification.',
    kinds: {
      settlement: 'settlements',
      option: 'timed options',
      review: 'reviews',
      funding: 'deposits and withdrawals',
      security: 'security',
      operator: 'support',
    },
  },
  zh: {
    subject: '您在 Quoin 有一条新消息',
    news: '您在 Quoin 有一条新消息（{{kind}}）。',
    open: '请打开应用查看。',
    why: '您可以在应用的“我的 - 通知”中选择接收哪些消息以及接收方式。',
    kinds: {
      settlement: '结算',
      option: '限时期权',
      review: '审核',
      funding: '充值与提币',
      security: '安全',
      operator: '客服',
    },
  },
  hk: {
    subject: '您在 Quoin 有一則新訊息',
    news: '您在 Quoin 有一則新訊息（{{kind}}）。',
    open: '請開啟應用程式查看。',
    why: '您可以在應用程式的「帳戶 - 通知」中選擇接收哪些訊息以及接收方式。',
    kinds: {
      settlement: '結算',
      option: '限時期權',
      review: '審核',
      funding: '充值與提幣',
      security: '安全',
      operator: '客戶服務',
    },
  },
  es: {
    subject: 'Tienes un mensaje nuevo en Quoin',
    news: 'Tienes un mensaje nuevo en Quoin ({{kind}}).',
    open: 'Abre la aplicación para leerlo.',
    why: 'En la aplicación, en Cuenta, Notificaciones, puedes elegir de qué te avisamos y cómo.',
    kinds: {
      settlement: 'liquidaciones',
      option: 'opciones a plazo',
      review: 'revisiones',
      funding: 'depósitos y retiros',
      security: 'seguridad',
      operator: 'atención al cliente',
    },
  },
  it: {
    subject: 'Hai un nuovo messaggio su Quoin',
    news: 'Hai un nuovo messaggio su Quoin ({{kind}}).',
    open: 'Apri l’app per leggerlo.',
    why: 'Nell’app, in Account, Notifiche, puoi scegliere di che cosa ricevere avvisi e come.',
    kinds: {
      settlement: 'regolamenti',
      option: 'opzioni a tempo',
      review: 'verifiche',
      funding: 'depositi e prelievi',
      security: 'sicurezza',
      operator: 'assistenza',
    },
  },
  jp: {
    subject: 'Quoin に新着メッセージがあります',
    news: 'Quoin に新着メッセージがあります（{{kind}}）。',
    open: 'アプリを開いてお読みください。',
    why: '通知する内容と方法は、アプリの「口座」の「通知」で選べます。',
    kinds: {
      settlement: '決済',
      option: '短期オプション',
      review: '審査',
      funding: '入金と出金',
      security: 'セキュリティ',
      operator: 'サポート',
    },
  },
  ko: {
    subject: 'Quoin에 새 메시지가 있어요',
    news: 'Quoin에 새 메시지가 있어요({{kind}}).',
    open: '앱을 열어 읽어 보세요.',
    why: '앱의 계정, 알림에서 어떤 소식을 어떻게 받을지 선택할 수 있어요.',
    kinds: {
      settlement: '정산',
      option: '단기 옵션',
      review: '심사',
      funding: '입금과 출금',
      security: '보안',
      operator: '고객센터',
    },
  },
  pt: {
    subject: 'Você tem uma nova mensagem na Quoin',
    news: 'Você tem uma nova mensagem na Quoin ({{kind}}).',
    open: 'Abra o aplicativo para ler.',
    why: 'No aplicativo, em Conta, Notificações, você escolhe do que quer ser avisado e como.',
    kinds: {
      settlement: 'liquidações',
      option: 'opções com prazo',
      review: 'análises',
      funding: 'depósitos e saques',
      security: 'segurança',
      operator: 'atendimento',
    },
  },
  vn: {
    subject: 'Bạn có tin nhắn mới trên Quoin',
    news: 'Bạn có tin nhắn mới trên Quoin ({{kind}}).',
    open: 'Hãy mở ứng dụng để đọc.',
    why: 'Bạn có thể chọn nhận thông báo về điều gì và bằng cách nào trong ứng dụng: Tài khoản, Thông báo.',
    kinds: {
      settlement: 'tất toán',
      option: 'quyền chọn theo kỳ hạn',
      review: 'xét duyệt',
      funding: 'nạp và rút',
      security: 'bảo mật',
      operator: 'hỗ trợ',
    },
  },
}
