import type { Lang } from '../../src/api/wire/fields.ts'
import type { Letter } from '../platform/messengers.ts'
import type { Purpose } from './codes.ts'

/** `taken`: an account already has the address. `unknown`: none has it. */
type Kind = Purpose | 'taken' | 'unknown'

/**
 * A letter in a language: a code with its purpose, or its replacement.
 *
 * @param code for a purpose: six digits
 */
export function letterOf(lang: Lang, kind: Kind, code = ''): Letter {
  const texts = letters[lang]
  if (kind === 'taken' || kind === 'unknown') return { subject: texts.subject, text: texts[kind] }
  return { subject: texts.subject, text: `${texts[kind].replace('{{code}}', code)} ${texts.keep}` }
}

const letters: Readonly<Record<Lang, Readonly<Record<Kind | 'subject' | 'keep', string>>>> = {
  en: {
    subject: 'Your Quoin code',
    register: '{{code}} is your code to create a Quoin account.',
    forget: '{{code}} is your code to set a new Quoin password.',
    payPassword: '{{code}} is your code to set a new Quoin transaction password.',
    emailNew: '{{code}} is your code to add this e-mail address to your Quoin account.',
    emailOld: '{{code}} is your code to change the e-mail address of your Quoin account.',
    keep: 'It is valid for ten minutes. Do not share it. If you did not request it, ignore this message.',
    taken:
      'Someone tried to create a Quoin account with this address, which already has one. Sign in, or set a new password. If this was not you, ignore this message.',
    unknown:
      'Someone requested a new Quoin password for this address, which has no account. If this was not you, ignore this message.',
  },
  zh: {
    subject: 'Quoin 验证码',
    register: '{{code}} 是您在 Quoin 注册账户的验证码。',
    forget: '{{code}} 是您在 Quoin 重置密码的验证码。',
    payPassword: '{{code}} 是您在 Quoin 重置交易密码的验证码。',
    emailNew: '{{code}} 是您在 Quoin 绑定此邮箱的验证码。',
    emailOld: '{{code}} 是您在 Quoin 更换此邮箱的验证码。',
    keep: '十分钟内有效。请勿告知他人；如非本人操作，请忽略此消息。',
    taken: '有人用此地址在 Quoin 注册，但该地址已有账户。请直接登录，或重置密码。如非本人操作，请忽略此消息。',
    unknown: '有人在 Quoin 为此地址重置密码，但该地址没有账户。如非本人操作，请忽略此消息。',
  },
  hk: {
    subject: 'Quoin 驗證碼',
    register: '{{code}} 是您在 Quoin 註冊帳戶的驗證碼。',
    forget: '{{code}} 是您在 Quoin 重設密碼的驗證碼。',
    payPassword: '{{code}} 是您在 Quoin 重設交易密碼的驗證碼。',
    emailNew: '{{code}} 是您在 Quoin 綁定此電郵的驗證碼。',
    emailOld: '{{code}} 是您在 Quoin 更換此電郵的驗證碼。',
    keep: '十分鐘內有效。請勿告知他人；如非本人操作，請忽略此訊息。',
    taken: '有人用此地址在 Quoin 註冊，但該地址已有帳戶。請直接登入，或重設密碼。如非本人操作，請忽略此訊息。',
    unknown: '有人在 Quoin 為此地址重設密碼，但該地址沒有帳戶。如非本人操作，請忽略此訊息。',
  },
  es: {
    subject: 'Tu código de Quoin',
    register: '{{code}} es tu código para crear una cuenta en Quoin.',
    forget: '{{code}} es tu código para crear una contraseña nueva en Quoin.',
    payPassword: '{{code}} es tu código para crear una contraseña de operaciones nueva en Quoin.',
    emailNew: '{{code}} es tu código para vincular este correo electrónico en Quoin.',
    emailOld: '{{code}} es tu código para reemplazar este correo electrónico por otro en Quoin.',
    keep: 'Vale por diez minutos. No se lo digas a nadie; si no lo pediste, ignora este mensaje.',
    taken:
      'Alguien pidió crear una cuenta en Quoin con esta dirección, que ya tiene una. Inicia sesión o crea una contraseña nueva. Si no fuiste tú, ignora este mensaje.',
    unknown:
      'Alguien pidió una contraseña nueva en Quoin para esta dirección, que no tiene cuenta. Si no fuiste tú, ignora este mensaje.',
  },
  it: {
    subject: 'Il tuo codice di Quoin',
    register: '{{code}} è il tuo codice per creare un account su Quoin.',
    forget: '{{code}} è il tuo codice per impostare una nuova password su Quoin.',
    payPassword: '{{code}} è il tuo codice per impostare una nuova password di transazione su Quoin.',
    emailNew: '{{code}} è il tuo codice per aggiungere questo indirizzo e-mail su Quoin.',
    emailOld: '{{code}} è il tuo codice per sostituire questo indirizzo e-mail su Quoin.',
    keep: 'È valido per dieci minuti. Non condividerlo con nessuno. Se non l’hai richiesto tu, ignora questo messaggio.',
    taken:
      'Qualcuno ha chiesto di creare un account su Quoin con questo indirizzo, che ne ha già uno. Accedi o imposta una nuova password. Se non sei stato tu, ignora questo messaggio.',
    unknown:
      'Qualcuno ha chiesto una nuova password su Quoin per questo indirizzo, che non ha un account. Se non sei stato tu, ignora questo messaggio.',
  },
  jp: {
    subject: 'Quoin認証コード',
    register: '{{code}}はQuoinのアカウント登録用の認証コードです。',
    forget: '{{code}}はQuoinのパスワード再設定用の認証コードです。',
    payPassword: '{{code}}はQuoinの取引パスワード再設定用の認証コードです。',
    emailNew: '{{code}}はQuoinにこのメールアドレスを登録するための認証コードです。',
    emailOld: '{{code}}はQuoinのこのメールアドレスを変更するための認証コードです。',
    keep: '有効期限は10分です。他人に教えないでください。心当たりがない場合は、このメッセージを無視してください。',
    taken:
      'この連絡先でQuoinのアカウント登録が求められましたが、すでにアカウントがあります。ログインするか、パスワードを再設定してください。心当たりがない場合は、このメッセージを無視してください。',
    unknown:
      'この連絡先でQuoinのパスワード再設定が求められましたが、アカウントはありません。心当たりがない場合は、このメッセージを無視してください。',
  },
  ko: {
    subject: 'Quoin 인증번호',
    register: '{{code}}은(는) Quoin 계정을 만들기 위한 인증번호예요.',
    forget: '{{code}}은(는) Quoin 비밀번호를 다시 설정하기 위한 인증번호예요.',
    payPassword: '{{code}}은(는) Quoin 거래 비밀번호를 다시 설정하기 위한 인증번호예요.',
    emailNew: '{{code}}은(는) Quoin에 이 이메일을 등록하기 위한 인증번호예요.',
    emailOld: '{{code}}은(는) Quoin에서 이 이메일을 바꾸기 위한 인증번호예요.',
    keep: '10분 동안 유효해요. 누구에게도 알려 주지 마세요. 요청한 적이 없다면 이 메시지를 무시하세요.',
    taken:
      '누군가 이 연락처로 Quoin 계정을 만들려고 했지만, 이미 계정이 있어요. 로그인하거나 비밀번호를 다시 설정하세요. 요청한 적이 없다면 이 메시지를 무시하세요.',
    unknown:
      '누군가 이 연락처로 Quoin 비밀번호를 다시 설정하려고 했지만, 계정이 없어요. 요청한 적이 없다면 이 메시지를 무시하세요.',
  },
  pt: {
    subject: 'Seu código do Quoin',
    register: '{{code}} é o seu código para criar uma conta no Quoin.',
    forget: '{{code}} é o seu código para criar uma nova senha no Quoin.',
    payPassword: '{{code}} é o seu código para criar uma nova senha de transação no Quoin.',
    emailNew: '{{code}} é o seu código para vincular este e-mail no Quoin.',
    emailOld: '{{code}} é o seu código para substituir este e-mail por outro no Quoin.',
    keep: 'Ele vale por dez minutos. Não informe o código a ninguém; se você não pediu, ignore esta mensagem.',
    taken:
      'Alguém pediu para criar uma conta no Quoin com este endereço, que já tem uma. Entre ou crie uma nova senha. Se não foi você, ignore esta mensagem.',
    unknown:
      'Alguém pediu uma nova senha no Quoin para este endereço, que não tem conta. Se não foi você, ignore esta mensagem.',
  },
  vn: {
    subject: 'Mã xác minh Quoin',
    register: '{{code}} là mã để bạn tạo tài khoản tại Quoin.',
    forget: '{{code}} là mã để bạn đặt mật khẩu mới tại Quoin.',
    payPassword: '{{code}} là mã để bạn đặt mật khẩu giao dịch mới tại Quoin.',
    emailNew: '{{code}} là mã để bạn thêm địa chỉ email này tại Quoin.',
    emailOld: '{{code}} là mã để bạn thay địa chỉ email này tại Quoin.',
    keep: 'Mã có hiệu lực trong mười phút. Đừng chia sẻ với bất kỳ ai. Nếu bạn không yêu cầu, hãy bỏ qua tin nhắn này.',
    taken:
      'Có người yêu cầu tạo tài khoản Quoin bằng địa chỉ này, nhưng địa chỉ đã có tài khoản. Hãy đăng nhập hoặc đặt mật khẩu mới. Nếu không phải bạn, hãy bỏ qua tin nhắn này.',
    unknown:
      'Có người yêu cầu đặt mật khẩu mới tại Quoin cho địa chỉ này, nhưng địa chỉ không có tài khoản. Nếu không phải bạn, hãy bỏ qua tin nhắn này.',
  },
}
