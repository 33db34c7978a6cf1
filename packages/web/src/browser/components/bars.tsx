import { useRef } from 'preact/hooks'

import { classes, newId } from '../dom.ts'
import { Link } from './link.tsx'

export interface Bar {
  /** What it is of, in full: read out, and shown on hover. */
  readonly label: string
  /** Below it, where there is room: short. */
  readonly tick?: string
  /** How high it is. */
  readonly height: number
  /** The figure as it is written. */
  readonly figure: string
  readonly tone?: 'warning' | 'danger' | undefined
  /** Where it leads. */
  readonly to?: string | undefined
}

export interface BarsProps {
  readonly title: string
  /** Heads of the table that says the same in words. */
  readonly heads: readonly [category: string, figure: string]
  readonly bars: readonly Bar[]
}

/**
 * A small chart of one figure by category. Those who cannot see it have the same as a table, and each bar that leads
 * somewhere is a link.
 */
export function Bars({ title, heads, bars }: BarsProps) {
  const id = useRef(newId('bars')).current
  const highest = Math.max(...bars.map(({ height }) => Math.abs(height)), 0)
  const percent = (height: number) => (highest === 0 ? 0 : (Math.abs(height) / highest) * 100)
  return (
    <div class="bars">
      <div class="bars-plot" aria-hidden="true">
        {bars.map(({ label, tick, height, figure, tone, to }, index) => (
          <div key={index} class="bars-one" title={`${label}: ${figure}`}>
            <BarLink to={to}>
              <span
                class={classes('bars-bar', tone)}
                style={{ height: `${percent(height)}%`, minHeight: height === 0 ? '1px' : '2px' }}
              />
            </BarLink>
            <span class="bars-tick">{tick}</span>
          </div>
        ))}
      </div>
      <table class="hidden" aria-labelledby={id}>
        <caption id={id}>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{heads[0]}</th>
            <th scope="col">{heads[1]}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, figure, to }, index) => (
            <tr key={index}>
              <th scope="row">{to === undefined ? label : <Link to={to}>{label}</Link>}</th>
              <td>{figure}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Pressed with a pointer; with the keyboard and by ear the table's links lead to the same. */
function BarLink({
  to,
  children,
}: {
  readonly to: string | undefined
  readonly children: preact.ComponentChildren
}) {
  if (to === undefined) return <span class="bars-link">{children}</span>
  return (
    <Link to={to} class="bars-link" tabIndex={-1}>
      {children}
    </Link>
  )
}
