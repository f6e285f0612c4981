/** Answers that operators give often, by the language of the person who reads them. */
export const savedReplies: readonly { title: string; texts: Readonly<Record<string, string>> }[] = [
  {
    title: 'Received',
    texts: {
      en: 'Thank you for your message. We are looking into it and will answer here.',
      zh: '已收到您的消息。我们正在核实，会在此回复您。',
      hk: '已收到您的訊息。我們正在查核，會在此回覆您。',
      es: 'Gracias por tu mensaje. Lo estamos revisando y te respondemos por aquí.',
      it: 'Grazie per il messaggio. Stiamo verificando e ti rispondiamo qui.',
      jp: 'お問い合わせありがとうございます。確認のうえ、こちらで回答します。',
      ko: '문의해 주셔서 감사합니다. 확인한 뒤 여기에서 답변드리겠습니다.',
      pt: 'Obrigado pela sua mensagem. Estamos verificando e vamos responder por aqui.',
      vn: 'Cảm ơn bạn đã nhắn tin. Chúng tôi đang kiểm tra và sẽ trả lời tại đây.',
    },
  },
  {
    title: 'Send a screenshot',
    texts: {
      en: 'Please send a screenshot of what you see. Cover passwords and codes.',
      zh: '请发送您所见页面的截图，并遮住密码和验证码。',
      hk: '請傳送您所見頁面的截圖，並遮蓋密碼和驗證碼。',
      es: 'Envíanos una captura de pantalla de lo que ves. Tapa contraseñas y códigos.',
      it: 'Inviaci uno screenshot di quello che vedi. Copri password e codici.',
      jp: '表示されている画面のスクリーンショットをお送りください。パスワードやコードは隠してください。',
      ko: '보이는 화면의 스크린샷을 보내 주세요. 비밀번호와 코드는 가려 주세요.',
      pt: 'Envie uma captura de tela do que você vê. Cubra senhas e códigos.',
      vn: 'Vui lòng gửi ảnh chụp màn hình bạn đang thấy. Hãy che mật khẩu và mã.',
    },
  },
  {
    title: 'Settled',
    texts: {
      en: 'This is settled now. If anything is unclear, write here again.',
      zh: '问题已处理。如有疑问，请在此继续留言。',
      hk: '問題已處理。如有疑問，請在此繼續留言。',
      es: 'Ya está resuelto. Si algo no queda claro, vuelve a escribirnos por aquí.',
      it: 'Ora è risolto. Se qualcosa non è chiaro, scrivi di nuovo qui.',
      jp: '対応が完了しました。ご不明な点があれば、こちらにまたお書きください。',
      ko: '처리가 완료되었습니다. 궁금한 점이 있으면 여기에 다시 남겨 주세요.',
      pt: 'Já está resolvido. Se algo não ficou claro, escreva aqui de novo.',
      vn: 'Vấn đề đã được xử lý. Nếu còn điều gì chưa rõ, bạn hãy nhắn lại tại đây.',
    },
  },
]

/** A saved reply after what is written already, in a language; in English where it has none. */
export const withReply = (written: string, texts: Readonly<Record<string, string>>, lang: string): string =>
  [written.trimEnd(), texts[lang] ?? texts.en ?? ''].filter(Boolean).join('\n')
