import type { FormErrors } from '../rules/form-errors.ts'

/**
 * The message catalogue: every refusal of the server and every notice of success, by key.
 *
 * `zh` is the source text that goes out in an answer; `{{name}}` stands for a parameter. `status` is the HTTP status
 * of a refusal (999 for a dead session); a notice of success has none.
 */
export const messages = {
  // General
  parameterError: { zh: '参数错误', status: 422 },
  missingParameters: { zh: '缺少参数', status: 422 },
  illegalRequest: { zh: '非法请求', status: 400 },
  illegalOperation: { zh: '非法操作', status: 409 },
  unauthorizedOperation: { zh: '无权操作', status: 403 },
  dataNotFound: { zh: '数据不存在', status: 404 },
  tooManyRequests: { zh: '请求过于频繁，请稍后再试', status: 429 },
  requestReused: { zh: '请勿重复提交不同的请求', status: 409 },
  requestExpired: { zh: '请求已过期，未下单', status: 409 },
  serverError: { zh: '系统异常，请稍后重试', status: 500 },
  configurationError: { zh: '系统配置错误或缺失', status: 503 },
  uploadFailed: { zh: '上传失败', status: 400 },
  fileTooLarge: { zh: '文件大小超出限制，最大{{limit}} MB', status: 413 },
  wrongFileType: { zh: '文件类型错误', status: 422 },
  fileExists: { zh: '文件已存在', status: 409 },
  // Account and login
  signInRequired: { zh: '登录已失效，请重新登录', status: 999 },
  userNotFound: { zh: '用户不存在', status: 404 },
  credentialsRequired: { zh: '请输入账号和密码', status: 422 },
  wrongPassword: { zh: '用户名或密码错误', status: 400 },
  accountFrozen: { zh: '账号已冻结，请联系客服', status: 403 },
  accountLocked: { zh: '您已被锁定', status: 403 },
  usernameExists: { zh: '用户名已存在', status: 409 },
  wrongInviteCode: { zh: '邀请码错误', status: 400 },
  inviterNotFound: { zh: '推荐人不存在', status: 400 },
  wrongVerificationCode: { zh: '验证码错误', status: 400 },
  passwordsInconsistent: { zh: '两次密码不一致', status: 422 },
  usernameForm: { zh: '用户名为3到32位字母、数字、点、横线或下划线，以字母或数字开头', status: 422 },
  wrongEmail: { zh: '邮箱格式错误', status: 422 },
  wrongPhone: { zh: '手机号格式错误', status: 422 },
  passwordLength: { zh: '密码长度为6到16位', status: 422 },
  passwordTooCommon: { zh: '密码过于常见，请更换', status: 422 },
  walletSignInFailed: { zh: '钱包签名验证失败', status: 400 },
  wrongOldPassword: { zh: '原密码错误', status: 400 },
  verifyNameFirst: { zh: '请先进行实名认证', status: 403 },
  realNameFailed: { zh: '实名认证未通过', status: 400 },
  idNumberUsed: { zh: '该证件号码已认证', status: 409 },
  alreadyApplied: { zh: '您已提交申请，请勿重复提交', status: 409 },
  countryRequired: { zh: '请选择国家或地区', status: 422 },
  nameForm: { zh: '请填写证件上的姓名', status: 422 },
  idNumberForm: { zh: '证件号码为4到32位字母或数字', status: 422 },
  photoRequired: { zh: '请上传证件照片', status: 422 },
  accountNotCreated: { zh: '账户未创建', status: 404 },
  payPasswordSet: { zh: '交易密码已设置', status: 409 },
  payPasswordNotSet: { zh: '请先设置交易密码', status: 403 },
  wrongPayPassword: { zh: '交易密码错误', status: 400 },
  payPasswordSame: { zh: '交易密码不能与登录密码相同', status: 422 },
  authenticatorBound: { zh: '谷歌验证器已绑定', status: 409 },
  authenticatorNotBound: { zh: '谷歌验证器未绑定', status: 400 },
  wrongAuthenticatorCode: { zh: '谷歌验证码错误', status: 400 },
  authenticatorCodeRequired: { zh: '请输入谷歌验证码', status: 403 },
  textRequired: { zh: '请填写此项', status: 422 },
  wrongSwiftCode: { zh: '银行SWIFT代码错误', status: 422 },
  wrongRoutingNumber: { zh: '银行路由号码错误', status: 422 },
  wrongCardNumber: { zh: '银行卡号错误', status: 422 },
  bankCardChanged: { zh: '您的银行卡信息已更新' },
  securityMailOff: { zh: '您账户的安全邮件已关闭。如非本人操作，请修改密码并联系客服' },
  emailChanged: { zh: '您账户的邮箱现为{{email}}。如非本人操作，请修改密码并联系客服' },
  // Wallet and funds
  wrongCurrency: { zh: '币种类型错误', status: 422 },
  walletNotFound: { zh: '钱包未找到，请先添加钱包', status: 404 },
  userWalletNotFound: { zh: '用户钱包不存在', status: 404 },
  insufficientBalance: { zh: '余额不足', status: 400 },
  insufficientFundBalance: { zh: '资金钱包余额不足', status: 400 },
  deductionFailed: { zh: '扣款失败', status: 409 },
  feeDeductionFailed: { zh: '手续费扣除失败', status: 500 },
  frozenAbnormal: { zh: '冻结余额异常', status: 500 },
  balanceChangeAbnormal: { zh: '钱包余额变动异常', status: 500 },
  wrongNetwork: { zh: '该网络不支持此币种', status: 422 },
  aboveDailyLimit: { zh: '今日最多还可充值{{limit}} {{currency}}', status: 422 },
  proofRequired: { zh: '请上传付款凭证', status: 422 },
  receiptNotFound: { zh: '充值凭证不存在', status: 404 },
  notAllLost: { zh: '您还有资产，无需重新领取', status: 409 },
  insufficientAccountBalance: { zh: '账户余额不足', status: 400 },
  exceedsHeld: { zh: '提币数量超过持有数量', status: 400 },
  negativeAmount: { zh: '金额不能为负数', status: 422 },
  insufficientTurnover: { zh: '打码量不足，暂不能提币', status: 403 },
  withdrawalPending: { zh: '您已有提币申请，请等待审核', status: 409 },
  noWithdrawalAddress: { zh: '未添加提币地址', status: 403 },
  addressExists: { zh: '提币地址已存在', status: 409 },
  addressNotYours: { zh: '提币地址不存在或无权删除', status: 404 },
  wrongAddress: { zh: '地址格式错误', status: 422 },
  addressWaits: { zh: '新地址尚在等待期内', status: 409 },
  tooManyAddresses: { zh: '最多保存{{limit}}个地址', status: 409 },
  orderNotCancellable: { zh: '订单不可取消', status: 409 },
  withdrawalAddressAdded: { zh: '已添加提币地址：{{address}}' },
  depositArrived: { zh: '您的充值已到账：{{amount}} {{currency}}' },
  withdrawalArrived: { zh: '您的提币已到账：{{amount}} {{currency}}' },
  withdrawalRefused: { zh: '您的提币申请未通过，{{amount}} {{currency}}已退回：{{reason}}' },
  withdrawalBounced: { zh: '您的提币未能到账，{{amount}} {{currency}}（含手续费）已退回：{{reason}}' },
  quoteExpired: { zh: '报价已失效，请重新获取', status: 409 },
  priceMoved: { zh: '价格已变动，请重新获取报价', status: 409 },
  balanceAdjusted: { zh: '您的余额已由平台更正：{{amount}} {{currency}}。原因：{{reason}}' },
  // Loans, deposits, projects
  wrongAmount: { zh: '金额错误', status: 422 },
  productNotFound: { zh: '产品不存在或已结束', status: 404 },
  quotaReached: { zh: '该产品剩余额度为{{limit}} {{currency}}', status: 422 },
  certificateNotFound: { zh: '存单不存在', status: 404 },
  savingsStatusAbnormal: { zh: '存单状态异常', status: 409 },
  cancelFailed: { zh: '取消失败，请重试', status: 409 },
  projectNotFound: { zh: '项目不存在或已结束', status: 404 },
  projectStatusError: { zh: '项目状态错误', status: 409 },
  pidRequired: { zh: 'pid不能为空', status: 422 },
  participantsReached: { zh: '已达到最大参与人数{{limit}}', status: 409 },
  timesReached: { zh: '每个账户最多参与{{limit}}次', status: 409 },
  savingsMatured: { zh: '您的定期存款已到期：本金{{amount}} {{currency}}，利息{{interest}} {{currency}}' },
  planEnded: { zh: '您的托管计划已结束：托管{{amount}} {{currency}}，返还{{total}} {{currency}}' },
  planRefused: { zh: '您的托管申请未通过：{{amount}} {{currency}}已退回' },
  documentRequired: { zh: '请上传该文件的照片', status: 422 },
  wrongCycle: { zh: '贷款周期错误', status: 422 },
  loanLimitReached: { zh: '今日最多还可贷款{{limit}} {{currency}}', status: 422 },
  loanOverdue: { zh: '您有逾期贷款，请先还款', status: 409 },
  agreementRequired: { zh: '请阅读并同意贷款协议', status: 422 },
  loanOpen: { zh: '您有未结清的贷款，最多可提取{{limit}} {{currency}}', status: 409 },
  loanPaidOut: { zh: '您的贷款{{amount}} {{currency}}已到账，{{days}}天后应还{{total}} {{currency}}' },
  loanRefused: { zh: '您的贷款申请未通过：{{reason}}' },
  loanDueSoon: { zh: '您的贷款还有{{days}}天到期，目前应还{{amount}} {{currency}}' },
  loanLate: { zh: '您的贷款已逾期：应还{{amount}} {{currency}}，每天另收滞纳金' },
  loanCollected: { zh: '按贷款协议，已从您的余额扣还{{amount}} {{currency}}，尚欠{{left}} {{currency}}' },
  loanSettled: { zh: '您的贷款已结清，共归还{{amount}} {{currency}}' },
  // Trading
  pairNotFound: { zh: '交易对不存在', status: 404 },
  marketClosed: { zh: '已休市', status: 400 },
  tradingClosed: { zh: '当前交易已关闭', status: 400 },
  wrongPeriod: { zh: '交易周期错误', status: 422 },
  belowMinimum: { zh: '最小数量为{{limit}} {{currency}}', status: 422 },
  aboveMaximum: { zh: '最大数量为{{limit}} {{currency}}', status: 422 },
  unfinishedTrades: { zh: '有未完成的交易，禁止操作', status: 409 },
  notMultiple: { zh: '数量必须是{{unit}} {{currency}}的整数倍', status: 422 },
  functionOff: { zh: '该功能未开启', status: 403 },
  pairNotActivated: { zh: '该交易对未开通', status: 422 },
  throughUsdt: { zh: '币币交易须通过USDT进行：先卖出一种，再买入另一种', status: 422 },
  hoardingActive: { zh: '囤币活动进行中，暂不能卖出该币种', status: 403 },
  wrongLeverage: { zh: '杠杆倍数错误', status: 422 },
  leverageTooHigh: { zh: '该数量的杠杆最高为{{limit}}倍', status: 422 },
  limitSellTooLow: { zh: '限价卖出价格不能低于当前价', status: 422 },
  stopZero: { zh: '止盈止损价不能为0', status: 422 },
  takeProfitTooLow: { zh: '做多时，止盈价不能低于开仓价和当前价', status: 422 },
  stopLossTooHigh: { zh: '做多时，止损价不能高于开仓价和当前价', status: 422 },
  takeProfitTooHigh: { zh: '做空时，止盈价不能高于开仓价和当前价', status: 422 },
  stopLossTooLow: { zh: '做空时，止损价不能低于开仓价和当前价', status: 422 },
  orderGone: { zh: '交易记录不存在或已撤销，请刷新重试', status: 409 },
  orderStatusError: { zh: '订单状态错误', status: 409 },
  tradeStatusAbnormal: { zh: '交易正在变更，请勿重复提交', status: 409 },
  cannotClose: { zh: '该持仓不能这样平仓', status: 409 },
  closeFailed: { zh: '平仓失败，请重试', status: 409 },
  openPositionProhibits: { zh: '您有未平仓合约，请先平仓', status: 409 },
  optionWon: { zh: '您的{{pair}}期权盈利：返还{{amount}} {{currency}}，其中盈利{{profit}} {{currency}}' },
  optionLost: { zh: '您的{{pair}}期权亏损：本金{{amount}} {{currency}}' },
  optionReturned: { zh: '您的{{pair}}期权不计输赢：本金{{amount}} {{currency}}已退回' },
  contractOpened: { zh: '您的限价单已开仓：{{pair}}合约，价格{{price}}' },
  contractClosed: { zh: '您的{{pair}}合约已平仓：支付{{paid}} {{currency}}，返还{{amount}} {{currency}}' },
  contractTookProfit: { zh: '您的{{pair}}合约已触及止盈价：支付{{paid}} {{currency}}，返还{{amount}} {{currency}}' },
  contractStopped: { zh: '您的{{pair}}合约已触及止损价：支付{{paid}} {{currency}}，返还{{amount}} {{currency}}' },
  contractLiquidated: { zh: '您的{{pair}}合约已被强制平仓：支付{{paid}} {{currency}}，返还{{amount}} {{currency}}' },
  contractReturned: { zh: '您的{{pair}}合约订单未能开仓：{{amount}} {{currency}}已退回' },
  spotBought: { zh: '您的{{pair}}限价单：已买入{{filled}}/{{quantity}} {{base}}，共{{amount}} {{currency}}' },
  spotSold: { zh: '您的{{pair}}限价单：已卖出{{filled}}/{{quantity}} {{base}}，共{{amount}} {{currency}}' },
  spotReturned: { zh: '您的{{pair}}限价单未成交即结束：冻结的资金已退回' },
  realNamePassed: { zh: '您的实名认证已通过' },
  realNameRefused: { zh: '您的实名认证未通过：{{reason}}' },
  // Success
  signedIn: { zh: '登录成功' },
  registered: { zh: '注册成功' },
  signedOut: { zh: '退出成功' },
  saved: { zh: '保存成功' },
  updated: { zh: '更新成功' },
  setUp: { zh: '设置成功' },
  copied: { zh: '复制成功' },
  depositCredited: { zh: '充值成功' },
  submittedForReview: { zh: '提交成功，等待审核' },
  passwordChanged: { zh: '密码修改成功' },
  cancelled: { zh: '取消成功' },
  addressAdded: { zh: '地址添加成功' },
  addressDeleted: { zh: '地址删除成功' },
  withdrawalSubmitted: { zh: '提币申请成功，等待审核' },
} as const satisfies Record<string, { zh: string; status?: number }>

export type MessageKey = keyof typeof messages
export type MessageParams = Record<string, string>

/** A refusal by key. The server throws it; the answer carries its key, its parameters and its Chinese text. */
export class Refusal extends Error {
  readonly key: MessageKey
  readonly params: MessageParams

  constructor(key: MessageKey, params: MessageParams = {}, options?: ErrorOptions) {
    super(key, options)
    this.name = 'Refusal'
    this.key = key
    this.params = params
  }
}

/** The refusal of a form that something is wrong with: of the first field that is wrong. */
export function refusalOf(errors: FormErrors<string, MessageKey>): Refusal {
  const [error] = Object.values(errors)
  return error ? new Refusal(error.key, error.params) : new Refusal('parameterError')
}

/** The Chinese source text of a message, its parameters filled in. */
export const chineseText = (key: MessageKey, params: MessageParams = {}): string =>
  messages[key].zh.replace(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '')
