import { wordsOf } from '@oficina/web/words.ts'

export const words = wordsOf(
  {
    title: 'Bandeja de entrada',
    find: 'Filtrar conversaciones',
    show: 'Qué temas mostrar',
    unmuted: 'No silenciados',
    followed: 'Seguidos',
    all: 'Todos los temas',
    readAll: 'Marcar todo como leído',
    readAllText:
      'Quedará leído {count} mensaje de todas tus conversaciones.|Quedarán leídos {count} mensajes de todas tus conversaciones.',
    markRead: 'marcar como leído',
    none: 'Estás al día',
    noneText: 'Aquí aparece lo que no has leído, por conversación.',
    noneFollowed: 'Nada sin leer en los temas que sigues',
    noneFollowedText: 'Sigue un tema desde su menú para verlo aquí.',
    noMatch: 'Nada coincide con «{text}»',
  },
  {
    title: 'Inbox',
    find: 'Filter conversations',
    show: 'Which topics to show',
    unmuted: 'Unmuted topics',
    followed: 'Followed topics',
    all: 'All topics',
    readAll: 'Mark all as read',
    readAllText:
      '{count} message of all your conversations will be read.|{count} messages of all your conversations will be read.',
    markRead: 'mark as read',
    none: 'You are all caught up',
    noneText: 'What you have not read appears here, by conversation.',
    noneFollowed: 'Nothing unread in the topics you follow',
    noneFollowedText: 'Follow a topic from its menu to see it here.',
    noMatch: 'Nothing matches “{text}”',
  },
)
