import { render } from 'preact'
import { place } from '@oficina/web/router.ts'

import { followOwnLanguage } from './session/own-language.ts'
import { App } from './shell/app.tsx'
import { pageOf } from './shell/pages.ts'

// The page's own script comes while the frame is drawn; who shows the page says what failed.
pageOf(place.peek().path)
  ?.route.load()
  .catch(() => undefined)

followOwnLanguage()

const root = document.getElementById('app')
if (root !== null) render(<App />, root)
