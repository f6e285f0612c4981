import type { Lang } from '../../src/api/wire/fields.ts'
import type { Letter } from '../platform/messengers.ts'

type Words = { subject: string; asked: string; again: string }

/** The letter that answers a contact form. @param asked the user's text */
export function answerLetter(lang: Lang, { id, text, asked }: { id: string; text: string; asked: string }): Letter {
  const words = letters[lang]
  const quoted = asked.replace(/^/gm, '> ')
  return { id, subject: words.subject, text: `${text}\n\n${words.asked}\n${quoted}\n\n${words.again}` }
}

const letters: Readonly<Record<Lang, Words>> = {
  en: {
    subject: 'Quoin customer service has replied',
    asked: 'You wrote:',
    again:
      'Replies to this e-mail may not be read. To write again, use the form in the app. We never ask for a password or a code.',
  },
  zh: {
    subject: 'Quoin 客服已回复您',
    asked: '您写道：',
    again: '对此邮件的回复可能无人查看：如需继续，请在应用中再次填写表单。我们绝不会索要密码或验证码。',
  },
  hk: {
    subject: 'Quoin 客戶服務已回覆您',
    asked: '您寫道：',
    again: '對此電郵的回覆可能無人查看：如需繼續，請在應用程式中再次填寫表格。我們絕不會索取密碼或驗證碼。',
  },
  es: {
    subject: 'Atención al cliente de Quoin te respondió',
    asked: 'Escribiste:',
    again:
      'Puede que nadie lea las respuestas a este correo: escribe de nuevo con el formulario de la app. Nunca te pedimos contraseñas ni códigos.',
  },
  it: {
    subject: 'L’assistenza clienti di Quoin ti ha risposto',
    asked: 'Hai scritto:',
    again:
      'Le risposte a questa e-mail potrebbero non essere lette. Per scrivere di nuovo, usa il modulo nell’app. Non chiediamo mai password o codici.',
  },
  jp: {
    subject: 'Quoinカスタマーサポートからの回答',
    asked: 'お問い合わせの内容：',
    again:
      'このメールへの返信は読まれないことがあります。続けてのご連絡は、アプリのフォームをご利用ください。パスワードやコードをお尋ねすることはありません。',
  },
  ko: {
    subject: 'Quoin 고객센터에서 답변했어요',
    asked: '보내신 내용:',
    again:
      '이 이메일에 답장해도 읽지 못할 수 있어요. 앱의 양식으로 다시 보내 주세요. 고객센터는 비밀번호나 인증번호를 묻지 않아요.',
  },
  pt: {
    subject: 'O atendimento do Quoin respondeu',
    asked: 'Você escreveu:',
    again:
      'Respostas a este e-mail podem não ser lidas: escreva de novo pelo formulário do app. Nunca pedimos senhas ou códigos.',
  },
  vn: {
    subject: 'Hỗ trợ khách hàng Quoin đã trả lời bạn',
    asked: 'Bạn đã viết:',
    again:
      'Thư trả lời email này có thể không được đọc. Để viết tiếp, hãy dùng biểu mẫu trong ứng dụng. Chúng tôi không bao giờ hỏi mật khẩu hay mã.',
  },
}
