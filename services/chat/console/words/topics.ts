import { wordsOf } from '@oficina/web/words.ts'

export const words = wordsOf(
  {
    title: 'Temas de {channel}',
    list: 'Lista de temas',
    find: 'Filtrar temas',
    newTopic: 'Nuevo tema',
    toChannel: 'Ver los mensajes del canal',
    none: 'Todavía no hay temas',
    noChannel: 'Este canal no existe, o no puedes verlo.',
  },
  {
    title: 'Topics of {channel}',
    list: 'List of topics',
    find: 'Filter topics',
    newTopic: 'New topic',
    toChannel: 'See the messages of the channel',
    none: 'There are no topics yet',
    noChannel: 'There is no such channel, or you may not see it.',
  },
)
