import { Button } from '@oficina/web/button.tsx'
import { Link } from '@oficina/web/link.tsx'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import { keysAsRead } from '@oficina/web/shortcuts.ts'
import { useTitle } from '@oficina/web/title.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { mayAdminister } from '../admin/may-administer.ts'
import { personal, type Spot } from '../personal/personal.ts'
import { failureText } from '../session/failure-text.ts'
import { session } from '../session/session.ts'
import { openOverlay } from '../shell/overlay.ts'
import { StartNotice } from '../start/start-notice.tsx'
import { words } from '../words/home.ts'
import { CardView } from './card-view.tsx'
import { readHome } from './home-cards.ts'

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
      <div class="home-cards">
        {value === undefined && error === undefined && <Waiting />}
        {value?.cards.map((card) => (
          <CardView key={card.name} card={card} currency={value.currency} />
        ))}
        {favourites.length > 0 && <Spots title={words('favourites')} spots={favourites} />}
        {recents.length > 0 && <Spots title={words('recents')} spots={recents} />}
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <>
      {Array.from({ length: 4 }, (_card, index) => (
        <div key={index} class="card home-card">
          <Skeleton lines={6} />
        </div>
      ))}
    </>
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
