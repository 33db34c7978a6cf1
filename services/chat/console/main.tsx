import { render } from 'preact'
import { navigate, place } from '@oficina/web/router.ts'

import { askEarly } from './feed/load/early-answer.ts'
import { addressOfHash } from './narrow/narrow-address.ts'
import { takeReturned } from './session/returned.ts'
import { App } from './shell/app.tsx'
import { beginAround } from './shell/around.ts'
import { pageOf } from './shell/pages.ts'

takeReturned()

// Links of any client's form, and the address of the organization itself, lead to the client's own addresses.
const hashed = location.hash === '' ? undefined : addressOfHash(location.hash)
if (hashed !== undefined) void navigate(hashed, { replace: true })
addEventListener('hashchange', () => {
  const address = addressOfHash(location.hash)
  if (address !== undefined) void navigate(address, { replace: true })
})

// The page's own script comes while the frame is drawn; who shows the page says what failed.
pageOf(place.peek().path)
  ?.route.load()
  .catch(() => undefined)

beginAround()
askEarly(place.peek().path)

const root = document.getElementById('app')
if (root !== null) render(<App />, root)
