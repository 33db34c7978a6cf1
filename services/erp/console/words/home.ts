import { wordsOf } from '@oficina/web/words.ts'

/** The first page. */
export const words = wordsOf(
  {
    title: 'Inicio',
    hello: 'Hola, {name}',
    seeAll: 'Ver todo',
    more: 'y {count} más',
    noDate: 'Sin fecha',
    category: 'De',
    figure: 'Importe',
    late: 'vencido',
    favourites: 'Favoritos',
    recents: 'Lo último que viste',
    nothing: 'Todavía no hay nada aquí',
    nothingText:
      'Abre algo del menú o búscalo con {keys}. Lo que visites y lo que marques con la estrella aparecerá aquí.',
    find: 'Buscar',
  },
  {
    title: 'Home',
    hello: 'Hello, {name}',
    seeAll: 'See all',
    more: 'and {count} more',
    noDate: 'No date',
    category: 'Of',
    figure: 'Amount',
    late: 'overdue',
    favourites: 'Favourites',
    recents: 'What you saw last',
    nothing: 'Nothing is here yet',
    nothingText:
      'Open something from the menu or find it with {keys}. What you visit and what you star will appear here.',
    find: 'Find',
  },
)
