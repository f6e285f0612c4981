import { useState } from 'react'
import { currencyOf } from '../../rules/money/currencies.ts'
import { Button, LinkButton } from '../parts/buttons/button.tsx'
import { AmountField } from '../parts/fields/amount-field.tsx'
import { CheckTable } from '../parts/fields/check-table.tsx'
import { Checkbox } from '../parts/fields/checkbox.tsx'
import { Choice } from '../parts/fields/choice.tsx'
import { CurrencyField } from '../parts/fields/currency-field.tsx'
import { Field, FieldButton, SelectField } from '../parts/fields/field.tsx'
import { QuickValues } from '../parts/fields/quick-values.tsx'
import { Stepper, StepperValue } from '../parts/fields/stepper.tsx'
import { Switch } from '../parts/fields/switch.tsx'
import { UnitSwitch } from '../parts/fields/unit-switch.tsx'
import { Facts } from '../parts/lists/list.tsx'
import { Tabs } from '../parts/page/tabs.tsx'
import { ActionBar } from '../parts/sheet/action-bar.tsx'
import { Sheet } from '../parts/sheet/sheet.tsx'
import css from './preview.module.css'

const nothing = () => {}

const Buttons = () => (
  <section className={css.section}>
    <h2 className={css.name}>Button</h2>
    <Button onClick={nothing}>Continue</Button>
    <div className={css.pair}>
      <Button kind="rise" note="30s · 85%" onClick={nothing}>
        Up
      </Button>
      <Button kind="fall" note="30s · 85%" onClick={nothing}>
        Down
      </Button>
    </div>
    <Button kind="quiet" onClick={nothing}>
      Look around first
    </Button>
    <Button kind="rise" busy doing="Sending order">
      Open long · 0.2477 BTC
    </Button>
    <Button disabled>Enter a size</Button>
    <Button reason="The market is closed until Sunday 22:00 UTC.">Up</Button>
    <div className={css.line}>
      <Button kind="quiet" small onClick={nothing}>
        Try again
      </Button>
      <Button kind="plain" onClick={nothing}>
        Records
      </Button>
      <LinkButton kind="plain" to="/">
        Close 1 position ›
      </LinkButton>
    </div>
  </section>
)

function Fields() {
  const [name, setName] = useState('satoshi')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [area, setArea] = useState('+44')
  const [amount, setAmount] = useState('100')
  const [currency, setCurrency] = useState('USDT')
  const [lever, setLever] = useState(20)
  const [unit, setUnit] = useState('BTC')
  const [open, setOpen] = useState(false)
  return (
    <section className={css.section}>
      <h2 className={css.name}>Field</h2>
      <Field label="User name" value={name} onChange={setName} autoComplete="username" />
      <Field label="User name" value="satoshi" onChange={nothing} disabled />
      <Field
        label="Password"
        type="password"
        hint="6 to 16 characters."
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
      />
      <Field
        label="Verification code"
        error="Wrong verification code"
        inputMode="numeric"
        placeholder="6 digits"
        value={code}
        onChange={setCode}
        trailing={<FieldButton onClick={nothing}>Send code</FieldButton>}
      />
      <SelectField
        label="Area code"
        value={area}
        onChange={setArea}
        options={[
          { value: '+44', label: 'United Kingdom +44' },
          { value: '+39', label: 'Italy +39' },
        ]}
      />
      <CurrencyField
        label="Currency"
        value={currency}
        onChange={setCurrency}
        options={[
          { currency: 'USDT', available: '2140' },
          { currency: 'BTC', available: '0.0185' },
          { currency: 'ETH' },
        ]}
      />
      <AmountField
        label="Amount"
        value={amount}
        onChange={setAmount}
        measure={currencyOf('USDT')}
        hint="From 10 to 5,000 USDT."
        most="2140"
      />
      <QuickValues
        label="Amounts"
        values={['10', '50', '100', '500'].map((value) => ({ value, label: value, disabled: value === '500' }))}
        isChosen={(value) => value === amount}
        onChoose={setAmount}
      />
      <UnitSwitch
        legend="Unit of the size"
        options={['BTC', 'USDT', 'Margin'].map((value) => ({ value, label: value }))}
        value={unit}
        onChange={setUnit}
      />
      <Stepper
        label="Leverage"
        onLess={lever > 1 ? () => setLever(lever - 1) : undefined}
        onMore={lever < 50 ? () => setLever(lever + 1) : undefined}
      >
        <StepperValue open={open} label={`Leverage ${lever}×`} onClick={() => setOpen(!open)}>
          {lever}×
        </StepperValue>
      </Stepper>
      {open && (
        <QuickValues
          label="Leverage"
          values={[1, 5, 10, 20, 50].map((value) => ({ value, label: `${value}×` }))}
          isChosen={(value) => value === lever}
          onChoose={setLever}
        />
      )}
      <AmountField
        label="Amount"
        value=""
        onChange={nothing}
        measure={currencyOf('BTC')}
        error="The minimum is 0.0002 BTC"
      />
    </section>
  )
}

const periods = [
  { value: '30', label: '30s', note: '85%' },
  { value: '60', label: '60s', note: '88%' },
  { value: '120', label: '120s', note: '90%' },
  { value: '300', label: '300s', note: '92%', disabled: true },
]
const ways = [
  { value: 'long', label: 'Long', tone: 'rise' },
  { value: 'short', label: 'Short', tone: 'fall' },
] as const
const deals = [
  { value: 'short', label: 'Sell at bid', note: '1.08420', tone: 'fall' },
  { value: 'long', label: 'Buy at ask', note: '1.08430', tone: 'rise' },
] as const
const types = [
  { value: 'market', label: 'Market' },
  { value: 'limit', label: 'Limit' },
  { value: 'stop', label: 'Stop', disabled: true },
]
const intervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'].map((value) => ({ value, label: value }))
const languages = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'zh', label: '简体中文', lang: 'zh-Hans' },
  { value: 'jp', label: '日本語', lang: 'ja' },
]
const markets = [
  { value: 'book', label: 'Book' },
  { value: 'trades', label: 'Trades' },
  { value: 'positions', label: 'Positions', count: 1 },
  { value: 'orders', label: 'Orders', count: 12 },
]

function Choices() {
  const [period, setPeriod] = useState<string | undefined>('30')
  const [interval, setInterval] = useState('5m')
  const [way, setWay] = useState<'long' | 'short'>('long')
  const [type, setType] = useState('market')
  const [lang, setLang] = useState('en')
  const [notified, setNotified] = useState(true)
  const [tab, setTab] = useState('book')
  return (
    <section className={css.section}>
      <h2 className={css.name}>Choice and tabs</h2>
      <Choice legend="Side" hideLegend options={ways} value={way} onChange={setWay} />
      <Choice legend="Order type" hideLegend options={types} value={type} onChange={setType} />
      <Choice legend="Deal" hideLegend look="cards" options={deals} between="1.0 pip" value={way} onChange={setWay} />
      <Choice legend="Period" look="chips" options={periods} value={period} onChange={setPeriod} />
      <Choice legend="Interval" hideLegend look="pills" options={intervals} value={interval} onChange={setInterval} />
      <Choice legend="Language" hideLegend look="list" options={languages} value={lang} onChange={setLang} />
      <Switch label="By e-mail" note="To the bound address" on={notified} onChange={setNotified} />
      <Switch label="In the app" on disabled onChange={setNotified} />
      <CheckTable
        label="Notifications"
        title="Kind"
        columns={[
          { id: 'app', title: 'App' },
          { id: 'push', title: 'Push' },
        ]}
        rows={[
          { id: 'trades', title: 'Trades', note: 'Fills, closes, liquidations' },
          { id: 'security', title: 'Security', note: 'Sign-ins, passwords' },
        ]}
        check={(row, column) => ({
          on: notified,
          locked: row === 'security' && column === 'app' ? 'Always on' : undefined,
        })}
        onChange={(_row, _column, on) => setNotified(on)}
      />
      <Checkbox label="I have read it and agree to it" checked={notified} onChange={setNotified} />
      <Checkbox label="It cannot be changed now" checked disabled onChange={nothing} />
      <Checkbox label="I agree to this, too" error="Read it and agree to it" checked={false} onChange={nothing} />
      <Tabs label="Markets" tabs={markets} value={tab} onChange={setTab}>
        <p>What is in {tab}.</p>
      </Tabs>
    </section>
  )
}

function Sheets() {
  const [open, setOpen] = useState<'order' | 'words' | undefined>()
  const close = () => setOpen(undefined)
  return (
    <section className={css.section}>
      <h2 className={css.name}>Sheet</h2>
      <div className={css.pair}>
        <Button kind="quiet" aria-haspopup="dialog" onClick={() => setOpen('order')}>
          Order sheet
        </Button>
        <Button kind="quiet" aria-haspopup="dialog" onClick={() => setOpen('words')}>
          Sheet with words
        </Button>
      </div>
      <Sheet
        open={open === 'order'}
        onClose={close}
        title={
          <>
            Up <span className="rise">BTC</span>
          </>
        }
        aside="43,182.50"
      >
        <AmountField label="Amount" value="100" onChange={nothing} measure={currencyOf('USDT')} />
        <Choice legend="Period" look="chips" options={periods} value="30" onChange={nothing} />
        <Facts
          facts={[
            { term: 'Entry', value: 'First recorded tick after the server accepts it' },
            { term: 'If price is above entry', value: '+85.00 USDT' },
            { term: 'If price is below entry', value: '−100.00 USDT' },
            {
              term: 'Settled by',
              value: (
                <a className="link" href="#/">
                  Recorded tick · how it works
                </a>
              ),
            },
          ]}
        />
        <ActionBar
          note="Play money. You can lose the whole amount of an option."
          worst={{ term: 'Max loss', value: '100.00 USDT', isLoss: true }}
          also={{ term: 'If the price ends lower', value: '−100%' }}
        >
          <Button kind="rise" onClick={close}>
            Confirm · 100 USDT
          </Button>
        </ActionBar>
      </Sheet>
      <Sheet open={open === 'words'} onClose={close} title="How it works" description="What a sheet says in short.">
        <p>The price at the due second is the last recorded tick at or before it.</p>
        <Button onClick={close}>Close</Button>
      </Sheet>
    </section>
  )
}

export const ControlsPreview = () => (
  <>
    <Buttons />
    <Fields />
    <Choices />
    <Sheets />
  </>
)
