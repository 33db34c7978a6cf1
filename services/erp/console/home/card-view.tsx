import { Bars } from '@oficina/web/bars.tsx'
import { classes } from '@oficina/web/dom.ts'
import { formatDate, formatDecimal } from '@oficina/web/formats.ts'
import { language } from '@oficina/web/language.ts'
import { Link } from '@oficina/web/link.tsx'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { textOf } from '../reports/report-catalog.ts'
import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/home.ts'
import type { HomeCard } from './card-declaration.ts'
import {
  addressOf,
  at,
  decimalOf,
  figuresOf,
  filledFigures,
  sumOf,
  type Figure,
  type Row,
} from './card-figures.ts'

export interface CardViewProps {
  readonly card: HomeCard
  /** The company's. */
  readonly currency: string
}

interface Shown extends CardViewProps {
  readonly figures: readonly Figure[]
  readonly total: number
}

const LIST_SHOWN = 6
// Beyond this a tick is for every other bar, and so on.
const TICKS = 8

/** A card asks for its own figures: one that fails or is slow holds up no other. */
export function CardView({ card, currency }: CardViewProps) {
  const { value, error, reload } = useLoaded(card.path, async (signal) => {
    return await api<readonly Row[]>(card.path, { signal })
  })
  const label = textOf(card.label)
  const title = addressOf(card.opens)
  const figures = value === undefined ? [] : figuresOf(card, value.data)
  const counted = Number(at(value, card.show === 'value' ? card.value.column : 'meta.total') ?? 0)
  const isEmpty = card.show === 'value' ? counted === 0 : figures.length === 0
  return (
    <section class="card home-card" aria-label={label}>
      <header>
        <h2>{title === undefined ? label : <Link to={title}>{label}</Link>}</h2>
        {value !== undefined && !isEmpty && (
          <Headline {...{ card, currency, figures, total: counted }} />
        )}
      </header>
      {error !== undefined && <Failure text={failureText(error)} onRetry={reload} />}
      {value === undefined && error === undefined && <Skeleton lines={5} />}
      {value !== undefined && isEmpty && <p class="muted">{textOf(card.empty)}</p>}
      {!isEmpty && card.show === 'bars' && (
        <CardBars {...{ card, currency, figures, total: counted }} />
      )}
      {!isEmpty && card.show === 'list' && (
        <CardList {...{ card, currency, figures, total: counted }} />
      )}
    </section>
  )
}

/** The figure of the whole card, which leads to all of it. */
function Headline({ card, currency, figures, total }: Shown) {
  const { show, value, tone, opens } = card
  const isSum = show === 'bars' && value.type === 'money'
  const isCount = show === 'value' || tone !== null
  if (!isSum && !isCount) return null
  const shown = isSum
    ? `${money(sumOf(figures))} ${currency}`
    : total.toLocaleString(language.value)
  const address = addressOf(opens)
  const style = classes('home-figure', isCount && (tone ?? undefined))
  if (address === undefined) return <span class={style}>{shown}</span>
  return (
    <Link to={address} class={style} title={words('seeAll')}>
      {shown}
    </Link>
  )
}

function CardBars({ card, currency, figures }: Shown) {
  const shown = filledFigures(card, figures)
  const step = Math.ceil(shown.length / TICKS)
  return (
    <Bars
      title={textOf(card.label)}
      heads={[words('category'), words('figure')]}
      bars={shown.map((figure, index) => {
        const { category, cents, row } = figure
        const isLate = card.late_before !== null && (category ?? '') < card.late_before
        const name = nameOf(card, figure)
        return {
          label: isLate && cents !== 0n ? `${name} (${words('late')})` : name,
          ...(index % step === 0 ? { tick: tickOf(card, figure) } : {}),
          height: Number(cents),
          figure: `${money(cents)} ${currency}`,
          tone: isLate ? 'danger' : undefined,
          to: addressOf(card.row_opens, row),
        }
      })}
    />
  )
}

function CardList({ card, currency, figures, total }: Shown) {
  const shown = figures.slice(0, LIST_SHOWN)
  const rest = Math.max(total, figures.length) - shown.length
  const all = addressOf(card.opens)
  const isPaged = card.value.minus === null
  return (
    <>
      <ul class="home-list">
        {shown.map((figure, index) => {
          const address = addressOf(card.row_opens, figure.row)
          const name = nameOf(card, figure)
          return (
            <li key={index}>
              {address === undefined ? <span>{name}</span> : <Link to={address}>{name}</Link>}
              <span class="muted home-detail">{figure.detail}</span>
              <span class="num">
                {money(figure.cents)} <small>{figure.currency ?? currency}</small>
              </span>
            </li>
          )
        })}
      </ul>
      {isPaged && rest > 0 && all !== undefined && (
        <p>
          <Link to={all}>{words('more', { count: rest })}</Link>
        </p>
      )}
    </>
  )
}

function money(cents: bigint): string {
  return formatDecimal(decimalOf(cents), 2)
}

function nameOf({ category }: HomeCard, { category: value, text }: Figure): string {
  if (value === null) return words('noDate')
  switch (category?.type) {
    case 'date':
      return formatDate(value)
    case 'month':
      return monthOf(value, 'long')
    default:
      return text
  }
}

function tickOf(card: HomeCard, figure: Figure): string {
  const { category } = figure
  if (category === null) return ''
  if (card.category?.type === 'date') return String(Number(category.slice(8, 10)))
  return card.category?.type === 'month' ? monthOf(category, 'short') : figure.text
}

function monthOf(month: string, length: 'short' | 'long'): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  const year = length === 'long' ? ({ year: 'numeric' } as const) : {}
  return date.toLocaleDateString(language.value, { month: length, ...year, timeZone: 'UTC' })
}
