import { wordsOf } from '@oficina/web/words.ts'

export const words = wordsOf(
  {
    user: 'Usuario',
    password: 'Contraseña',
    signIn: 'Entrar',
    noAnswer: 'El servicio no respondió. Inténtalo de nuevo.',
    noPage: 'Esta página no existe.',
    home: 'Inicio',
  },
  {
    user: 'User',
    password: 'Password',
    signIn: 'Sign in',
    noAnswer: 'The service did not answer. Try again.',
    noPage: 'There is no such page.',
    home: 'Home',
  },
)
