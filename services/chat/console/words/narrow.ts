import { wordsOf } from '@oficina/web/words.ts'

/** What lists of messages are called. */
export const words = wordsOf(
  {
    combined: 'Feed combinado',
    mentions: 'Menciones',
    starred: 'Destacados',
    directs: 'Mensajes directos',
    search: 'Resultados de la búsqueda',
    unknownChannel: 'canal desconocido',
  },
  {
    combined: 'Combined feed',
    mentions: 'Mentions',
    starred: 'Starred messages',
    directs: 'Direct messages',
    search: 'Search results',
    unknownChannel: 'unknown channel',
  },
)
