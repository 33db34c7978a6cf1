import { wordsOf } from '@oficina/web/words.ts'

/** Notifications. */
export const words = wordsOf(
  {
    testTitle: 'Oficina',
    testText: 'Así se ven las notificaciones.',
    newDirect: 'Te escribió un mensaje directo.',
    attachment: 'Envió un archivo.',
    amongOthers: '{sender} (contigo y otra persona)|{sender} (contigo y {count} personas más)',
    ask: 'Para enterarte de los mensajes nuevos, permite las notificaciones de este navegador.',
    allow: 'Permitir notificaciones',
    later: 'Ahora no',
    never: 'No preguntar más',
  },
  {
    testTitle: 'Oficina',
    testText: 'This is what notifications look like.',
    newDirect: 'Sent you a direct message.',
    attachment: 'Sent a file.',
    amongOthers: '{sender} (to you and one other)|{sender} (to you and {count} others)',
    ask: 'To hear of new messages, allow notifications of this browser.',
    allow: 'Allow notifications',
    later: 'Not now',
    never: 'Do not ask again',
  },
)
