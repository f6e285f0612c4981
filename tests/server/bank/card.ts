/** A bank card that passes every check. */
export const bankCard = {
  realName: 'Ada Lovelace',
  payeeCountry: 'GB',
  phone: '07911 123456',
  recipientAddress: '12 St James’s Square, London',
  bankName: 'Example Bank',
  bankAddress: '1 Threadneedle Street, London',
  swiftCode: 'DEUT DE FF',
  routingNumber: '',
  username: 'A. Lovelace',
  cardNumber: 'GB82 WEST 1234 5698 7654 32',
}

/** The same at a bank in the United States. */
export const americanCard = {
  ...bankCard,
  payeeCountry: 'US',
  phone: '(213) 373-4253',
  swiftCode: 'CHASUS33XXX',
  routingNumber: '0210-0002-1',
  cardNumber: '000123456789',
}
