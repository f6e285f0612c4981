import type { ReactNode } from 'react'
import type { DrawingName } from '../../../rules/account/articles.ts'
import css from './drawing.module.css'

/** A drawing in an article, 320 by 120. It contains no text: `alt` describes it. */
export const DrawingOf = ({ name, alt }: { name: DrawingName; alt: string }) => (
  <svg className={css.drawing} viewBox="0 0 320 120" role="img" aria-label={alt}>
    {shapes[name]}
  </svg>
)

const LINE = 'M24 74 48 66 70 78 96 58 118 64 142 48 166 60 190 44 214 52 240 34 264 42 296 28'

const card = (x: number) => (
  <g key={x}>
    <rect className={css.surface} x={x} y={26} width={108} height={68} rx={8} />
    <circle className={css.line} cx={x + 26} cy={50} r={9} />
    <path className={css.line} d={`M${x + 12} 76c1.5-10 7-14 14-14s12.5 4 14 14`} />
    <path className={css.muted} d={`M${x + 54} 50h40M${x + 54} 64h40M${x + 54} 78h24`} />
  </g>
)

const tick = (x: number, y: number) => <path className={css.good} d={`M${x} ${y}l5 5 9-10`} />

const shapes: Record<DrawingName, ReactNode> = {
  optionWindow: (
    <>
      <rect className={css.ground} x={96} y={16} width={144} height={88} rx={6} />
      <path className={css.dashed} d="M96 12v96M240 12v96" />
      <path className={css.strong} d={LINE} />
      <circle className={css.dot} cx={96} cy={58} r={5} />
      <circle className={css.dot} cx={240} cy={34} r={5} />
    </>
  ),
  optionOutcome: (
    <>
      <rect className={css.rise} x={24} y={12} width={272} height={46} rx={6} />
      <rect className={css.fall} x={24} y={62} width={272} height={46} rx={6} />
      <path className={css.dashed} d="M24 60h272" />
      <path className={css.strong} d="M24 60 56 50 84 70 112 56 144 76 176 52 204 60 236 36 264 44 296 30" />
      <circle className={css.dot} cx={24} cy={60} r={5} />
      <circle className={css.dot} cx={296} cy={30} r={5} />
    </>
  ),
  record: (
    <>
      {[24, 98, 172, 246].map((x) => (
        <g key={x}>
          <rect className={css.surface} x={x} y={36} width={50} height={48} rx={8} />
          <path className={css.muted} d={`M${x + 10} 52h30M${x + 10} 62h20`} />
          <circle className={css.dot} cx={x + 38} cy={74} r={3} />
        </g>
      ))}
      <path className={css.strong} d="M74 60h24M148 60h24M222 60h24" />
    </>
  ),
  plan: (
    <>
      <rect className={css.surface} x={24} y={48} width={272} height={24} rx={12} />
      <rect className={css.filled} x={24} y={48} width={160} height={24} rx={12} />
      <path className={css.muted} d="M78 80v8M132 80v8M186 80v8M240 80v8" />
      <path className={css.strong} d="M24 84v12M296 84v12" />
    </>
  ),
  certificate: (
    <>
      {card(106)}
      <path className={css.strong} d="M92 34V18h16M228 34V18h-16M92 86v16h16M228 86v16h-16" />
    </>
  ),
  review: (
    <>
      <path className={css.muted} d="M84 60h48M188 60h48" />
      <circle className={css.surface} cx={60} cy={60} r={22} />
      <path className={css.line} d="M60 70V52M52 59l8-8 8 8" />
      <circle className={css.surface} cx={160} cy={60} r={22} />
      <path className={css.line} d="M160 50v11l8 5" />
      <circle className={css.surface} cx={260} cy={60} r={22} />
      {tick(253, 60)}
    </>
  ),
  conditions: (
    <>
      <rect className={css.surface} x={76} y={14} width={168} height={92} rx={10} />
      {[36, 60, 84].map((y) => (
        <g key={y}>
          {tick(94, y)}
          <path className={css.muted} d={`M124 ${y}h${y === 60 ? 72 : 98}`} />
        </g>
      ))}
    </>
  ),
  address: (
    <>
      <circle className={css.surface} cx={62} cy={60} r={24} />
      <path className={css.line} d="M62 48v24M54 56h12a4 4 0 0 1 0 8H56" />
      <path className={css.strong} d="M98 60h52M142 52l8 8-8 8" />
      <rect className={css.surface} x={166} y={38} width={130} height={44} rx={8} />
      <path className={css.muted} d="M180 60h30" />
      <path className={css.strong} d="M220 60h.01M232 60h.01M244 60h.01" />
      <path className={css.muted} d="M254 60h28" />
    </>
  ),
  paper: (
    <>
      <path className={css.surface} d="M108 14h82l24 24v68H108z" />
      <path className={css.line} d="M190 14v24h24" />
      <path className={css.muted} d="M124 50h50M124 64h34M124 78h26" />
      <circle className={css.coin} cx={192} cy={80} r={20} />
      <path className={css.line} d="M192 70v20M186 75h12" />
    </>
  ),
}
