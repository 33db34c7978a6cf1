import { classes } from '@oficina/web/dom.ts'
import { language } from '@oficina/web/language.ts'
import { Link } from '@oficina/web/link.tsx'
import { Skeleton } from '@oficina/web/notice.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { textOf } from '../reports/report-catalog.ts'
import { api } from '../session/api.ts'
import { words } from '../words/home.ts'
import type { HomeCard } from './card-declaration.ts'
import { addressOf, at } from './card-figures.ts'

interface Counted {
  readonly card: HomeCard
  /** Undefined: no answer came. */
  readonly count: number | undefined
}

/** What waits for the person, each with how much and a way to the very list; what nothing waits for is left out. */
export function WaitingCard({ cards }: { readonly cards: readonly HomeCard[] }) {
  const names = cards.map(({ name }) => name).join(' ')
  const { value } = useLoaded(names, (signal) => countAll(cards, signal))
  const shown = value?.filter(({ count }) => count !== 0)
  return (
    <section class="card home-card home-waiting" aria-label={words('waiting')}>
      <header>
        <h2>{words('waiting')}</h2>
      </header>
      {shown === undefined && <Skeleton lines={5} />}
      {shown?.length === 0 && <p class="muted">{words('nothingWaits')}</p>}
      <ul class="home-list">
        {shown?.map(({ card, count }) => (
          <li key={card.name}>
            <Link to={addressOf(card.opens) ?? '/'}>
              {textOf(card.label)}{' '}
              <span class={classes('num', card.tone ?? undefined)}>
                {count?.toLocaleString(language.value) ?? words('unknown')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One that fails leaves the others. */
async function countAll(
  cards: readonly HomeCard[],
  signal: AbortSignal,
): Promise<readonly Counted[]> {
  return await Promise.all(
    cards.map(async (card) => {
      try {
        const answer = await api<unknown>(card.path, { signal })
        return { card, count: Number(at(answer, card.value.column) ?? 0) }
      } catch {
        return { card, count: undefined }
      }
    }),
  )
}
