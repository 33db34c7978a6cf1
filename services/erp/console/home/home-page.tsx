import { Button } from '@oficina/web/button.tsx'
import { Link } from '@oficina/web/link.tsx'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import { keysAsRead } from '@oficina/web/shortcuts.ts'
import { useTitle } from '@oficina/web/title.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { mayAdminister } from '../admin/may-administer.ts'
import { personal, type Spot } from '../personal/personal.ts'
import { textOf } from '../reports/report-catalog.ts'
import { failureText } from '../session/failure-text.ts'
import { session } from '../session/session.ts'
import { openOverlay } from '../shell/overlay.ts'
import { StartNotice } from '../start/start-notice.tsx'
import { words } from '../words/home.ts'
import { ArrangedParts, type Part } from './arranged-parts.tsx'
import type { Deed } from './card-declaration.ts'
import { addressOf } from './card-figures.ts'
import { CardView } from './card-view.tsx'
import { readHome, type Home } from './home-cards.ts'
import { WaitingCard } from './waiting-card.tsx'

const SPOTS_SHOWN = 8

/** What waits for the person and how things stand, then the ways back to what they used. */
export function HomePage() {
  useTitle(words('title'))
  const { value, error, reload } = useLoaded('home', readHome)
  const { favourites, recents } = personal.value
  const isBare = value?.cards.length === 0 && favourites.length + recents.length === 0
  const name = session.value?.usuario.nombre ?? ''
  return (
    <div class="home">
      <h1>{words('hello', { name })}</h1>
      {error !== undefined && <Failure text={failureText(error)} onRetry={reload} />}
      {mayAdminister() && <StartNotice />}
      {isBare && <Welcome />}
      {value !== undefined && value.deeds.length > 0 && <Deeds deeds={value.deeds} />}
      {value === undefined && error === undefined && <Waiting />}
      <ArrangedParts
        parts={[
          ...(value === undefined ? [] : partsOf(value)),
          ...spotsOf('favourites', words('favourites'), favourites),
          ...spotsOf('recents', words('recents'), recents),
        ]}
      />
    </div>
  )
}

function partsOf({ cards, currency }: Home): readonly Part[] {
  const waiting = cards.filter(({ waits }) => waits)
  const figures = cards
    .filter(({ waits }) => !waits)
    .map((card) => ({
      name: card.name,
      label: textOf(card.label),
      view: <CardView card={card} currency={currency} />,
    }))
  if (waiting.length === 0) return figures
  const label = words('waiting')
  return [{ name: 'waiting', label, view: <WaitingCard cards={waiting} /> }, ...figures]
}

function spotsOf(name: string, label: string, spots: readonly Spot[]): readonly Part[] {
  return spots.length === 0 ? [] : [{ name, label, view: <Spots title={label} spots={spots} /> }]
}

/** What the person does most, one press away. */
function Deeds({ deeds }: { readonly deeds: readonly Deed[] }) {
  return (
    <nav class="home-deeds" aria-label={words('often')}>
      {deeds.map(({ kind, model, label, opens }) => (
        <Link key={`${kind} ${model} ${label}`} to={addressOf(opens) ?? '/'} class="btn plain">
          {kind === 'create' ? words('create', { name: label }) : label}
        </Link>
      ))}
    </nav>
  )
}

function Waiting() {
  return (
    <div class="home-cards">
      {Array.from({ length: 4 }, (_card, index) => (
        <div key={index} class="card home-card">
          <Skeleton lines={6} />
        </div>
      ))}
    </div>
  )
}

function Welcome() {
  return (
    <Empty title={words('nothing')}>
      <p>{words('nothingText', { keys: keysAsRead('mod+k') })}</p>
      <p class="home-find">
        <Button kind="primary" onClick={() => openOverlay('palette')}>
          {words('find')}
        </Button>
      </p>
    </Empty>
  )
}

function Spots({ title, spots }: { readonly title: string; readonly spots: readonly Spot[] }) {
  return (
    <section class="card home-card">
      <h2>{title}</h2>
      <ul class="home-list">
        {spots.slice(0, SPOTS_SHOWN).map(({ path, label }) => (
          <li key={path}>
            <Link to={path}>{label}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
