// A page of its own, so that it opens at once inside any browser. It tells a wallet this site's address and nothing else.
const words = {
  en: {
    tag: 'en',
    paper: 'Paper',
    title: 'Open Quoin in a wallet',
    lead: 'This browser has no wallet. Choose one on this phone: Quoin opens in the wallet’s browser, and you can sign in there.',
    local: 'Quoin currently runs only on this device, so only a wallet on this device can open it.',
    other: 'Another wallet',
    otherLead: 'Open this address in its browser:',
    copy: 'Copy address',
    copied: 'Copied',
    promise:
      'Quoin asks a wallet only for your address, its network and a signed message, never for a payment or an approval.',
    back: 'Continue without a wallet',
  },
  zh: {
    tag: 'zh-Hans',
    paper: '模拟盘',
    title: '在钱包中打开 Quoin',
    lead: '此浏览器中没有钱包。请选择手机上已安装的钱包，Quoin 会在该钱包的浏览器中打开，您可以在那里登录。',
    local: 'Quoin 目前只在本机运行，因此只有本机上的钱包才能打开。',
    other: '其他钱包',
    otherLead: '请在该钱包的浏览器中打开此地址：',
    copy: '复制地址',
    copied: '已复制',
    promise: 'Quoin 只向钱包请求您的地址、所在网络和一条消息的签名，绝不会请求付款或授权。',
    back: '不使用钱包，继续浏览',
  },
  hk: {
    tag: 'zh-Hant-HK',
    paper: '模擬盤',
    title: '在錢包中開啟 Quoin',
    lead: '此瀏覽器沒有錢包。請選擇手機上已安裝的錢包，Quoin 會在該錢包的瀏覽器中開啟，您可以在那裏登入。',
    local: 'Quoin 目前只在本機運行，因此只有本機上的錢包才能開啟。',
    other: '其他錢包',
    otherLead: '請在該錢包的瀏覽器中開啟此網址：',
    copy: '複製網址',
    copied: '已複製',
    promise: 'Quoin 只會向錢包索取您的地址、所在網絡及一則訊息的簽名，絕不會要求付款或授權。',
    back: '不使用錢包，繼續瀏覽',
  },
  es: {
    tag: 'es-419',
    paper: 'Simulado',
    title: 'Abrir Quoin en una billetera',
    lead: 'Este navegador no tiene billetera. Elige una que tengas en este teléfono: Quoin se abrirá en su navegador y podrás iniciar sesión allí.',
    local: 'Por ahora Quoin funciona solo en este dispositivo, así que una billetera solo puede abrirlo aquí.',
    other: 'Otra billetera',
    otherLead: 'Abre esta dirección en su navegador:',
    copy: 'Copiar la dirección',
    copied: 'Copiado',
    promise: 'Quoin pide a la billetera tu dirección, su red y un mensaje firmado, nunca un pago ni una autorización.',
    back: 'Continuar sin billetera',
  },
  it: {
    tag: 'it',
    paper: 'Simulato',
    title: 'Apri Quoin in un wallet',
    lead: 'Questo browser non ha un wallet. Scegline uno installato su questo telefono: Quoin si aprirà nel suo browser e potrai accedere da lì.',
    local: 'Per ora Quoin funziona solo su questo dispositivo, quindi un wallet può aprirlo soltanto qui.',
    other: 'Un altro wallet',
    otherLead: 'Apri questo indirizzo nel suo browser:',
    copy: 'Copia l’indirizzo',
    copied: 'Copiato',
    promise:
      'Quoin chiede al wallet il tuo indirizzo, la sua rete e un messaggio firmato, mai un pagamento o un’autorizzazione.',
    back: 'Continua senza wallet',
  },
  jp: {
    tag: 'ja',
    paper: 'デモ',
    title: 'ウォレットでQuoinを開く',
    lead: 'このブラウザにはウォレットがありません。お使いのスマートフォンにあるウォレットを選ぶと、そのブラウザでQuoinが開き、ログインできます。',
    local: '現在、Quoinはこの端末でのみ動作しているため、この端末のウォレットからしか開けません。',
    other: 'その他のウォレット',
    otherLead: 'そのブラウザで次のアドレスを開いてください：',
    copy: 'アドレスをコピー',
    copied: 'コピーしました',
    promise:
      'Quoinがウォレットに求めるのは、アドレス、ネットワーク、メッセージへの署名だけです。支払いや承認を求めることはありません。',
    back: 'ウォレットなしで続ける',
  },
  ko: {
    tag: 'ko',
    paper: '모의',
    title: '지갑에서 Quoin 열기',
    lead: '이 브라우저에는 지갑이 없어요. 이 휴대폰에 있는 지갑을 선택하면 지갑의 브라우저에서 Quoin이 열리고, 그곳에서 로그인할 수 있어요.',
    local: '지금은 Quoin이 이 기기에서만 실행되므로 이 기기의 지갑에서만 열 수 있어요.',
    other: '다른 지갑',
    otherLead: '지갑의 브라우저에서 다음 주소를 열어 주세요:',
    copy: '주소 복사',
    copied: '복사했어요',
    promise: 'Quoin이 지갑에 요청하는 것은 주소, 네트워크, 메시지 서명뿐이에요. 결제나 승인은 요청하지 않아요.',
    back: '지갑 없이 계속하기',
  },
  pt: {
    tag: 'pt',
    paper: 'Simulado',
    title: 'Abrir o Quoin em uma carteira',
    lead: 'Este navegador não tem carteira. Escolha uma que você tenha neste celular: o Quoin abre no navegador dela, e você pode entrar por lá.',
    local: 'Por enquanto o Quoin funciona só neste dispositivo, então uma carteira só pode abri-lo aqui.',
    other: 'Outra carteira',
    otherLead: 'Abra este endereço no navegador dela:',
    copy: 'Copiar o endereço',
    copied: 'Copiado',
    promise:
      'O Quoin pede à carteira o seu endereço, a rede dela e uma mensagem assinada, nunca um pagamento ou uma autorização.',
    back: 'Continuar sem carteira',
  },
  vn: {
    tag: 'vi',
    paper: 'Mô phỏng',
    title: 'Mở Quoin trong ví',
    lead: 'Trình duyệt này không có ví. Hãy chọn một ví có trên điện thoại: Quoin sẽ mở trong trình duyệt của ví, và bạn có thể đăng nhập ở đó.',
    local: 'Hiện Quoin chỉ chạy trên thiết bị này, nên chỉ ví trên thiết bị này mới mở được.',
    other: 'Ví khác',
    otherLead: 'Mở địa chỉ này trong trình duyệt của ví:',
    copy: 'Sao chép địa chỉ',
    copied: 'Đã sao chép',
    promise:
      'Quoin chỉ yêu cầu ví cung cấp địa chỉ, mạng và một thông điệp đã ký, không bao giờ yêu cầu thanh toán hay phê duyệt.',
    back: 'Tiếp tục mà không dùng ví',
  },
}

const app = new URL('./', location.href)
const encoded = encodeURIComponent(app.href)

/** Each as the wallet's own documentation gives it for opening a site in its browser. */
const wallets = [
  ['MetaMask', `https://link.metamask.io/dapp/${app.host}${app.pathname}`],
  ['Trust Wallet', `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`],
  ['Coinbase Wallet', `https://go.cb-w.com/dapp?cb_url=${encoded}`],
  [
    'OKX Wallet',
    `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encoded}`)}`,
  ],
  ['Bitget Wallet', `https://bkcode.vip?action=dapp&url=${encoded}`],
]

const theme = /(?:^|;\s*)look=(light|dark)/.exec(document.cookie)?.[1]
if (theme) document.documentElement.dataset.theme = theme

const stored = (localStorage.getItem('lang') ?? '').replaceAll('"', '')
const said = Object.hasOwn(words, stored) ? words[stored] : words.en
document.documentElement.lang = said.tag
for (const element of document.querySelectorAll('[data-word]')) element.textContent = said[element.dataset.word]

document.getElementById('wallets').append(
  ...wallets.map(([name, href]) => {
    const link = document.createElement('a')
    link.href = href
    link.textContent = name
    link.rel = 'noreferrer'
    const item = document.createElement('li')
    item.append(link)
    return item
  }),
)

document.getElementById('address').textContent = app.href
document.getElementById('local').hidden = !/^(localhost|127\.|\[::1\])/.test(app.hostname)

const copy = document.getElementById('copy')
// The clipboard is only there on https and on this device.
copy.hidden = !navigator.clipboard
copy.addEventListener('click', async () => {
  await navigator.clipboard.writeText(app.href)
  document.getElementById('copied').textContent = said.copied
})
