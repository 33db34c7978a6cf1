import type { RefObject } from 'preact'

import { wordsOf } from '../words.ts'

const words = wordsOf({ skip: 'Ir al contenido' }, { skip: 'Skip to content' })

/** The first thing that the keyboard reaches: past head and menu, to the page. */
export function SkipLink({ main }: { readonly main: RefObject<HTMLElement | null> }) {
  return (
    <a
      class="skip"
      href="#main"
      onClick={(event) => {
        // The address is the router's.
        event.preventDefault()
        main.current?.focus()
      }}
    >
      {words('skip')}
    </a>
  )
}
