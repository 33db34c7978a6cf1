import { render } from 'preact'
import { findPage } from '@oficina/web/page-routes.ts'
import { place } from '@oficina/web/router.ts'

import { App } from './shell/app.tsx'
import { PAGES } from './shell/pages.ts'

// The page's own script comes while the frame is drawn; who shows the page says what failed.
findPage(PAGES, place.peek().path)
  ?.route.load()
  .catch(() => undefined)

const root = document.getElementById('app')
if (root !== null) render(<App />, root)
