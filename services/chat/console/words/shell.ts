import { wordsOf } from '@oficina/web/words.ts'

export const words = wordsOf(
  {
    skip: 'Ir al contenido',
    conversations: 'Conversaciones',
    people: 'Personas',
    noAnswer: 'El servicio no respondió. Inténtalo de nuevo.',
    noPage: 'Esta página no existe.',
    toHome: 'Ir al inicio',
    fault: 'Esta página falló. Lo demás sigue funcionando.',
    offline: 'Sin conexión con el servicio. Lo que escribiste sigue aquí.',
    userMenu: 'Menú de',
    settings: 'Ajustes',
    accounts: 'Cuentas',
    signOut: 'Salir',
  },
  {
    skip: 'Skip to content',
    conversations: 'Conversations',
    people: 'People',
    noAnswer: 'The service did not answer. Try again.',
    noPage: 'This page does not exist.',
    toHome: 'Go home',
    fault: 'This page failed. Everything else still works.',
    offline: 'No connection to the service. What you wrote is still here.',
    userMenu: 'Menu of',
    settings: 'Settings',
    accounts: 'Accounts',
    signOut: 'Sign out',
  },
)
