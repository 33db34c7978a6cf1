import { wordsOf } from '@oficina/web/words.ts'

/** Signing in and out. */
export const words = wordsOf(
  {
    title: 'Entrar',
    intro: 'Entra a {realm}.',
    email: 'Correo electrónico',
    password: 'Contraseña',
    signIn: 'Entrar',
    signOut: 'Salir',
    goOn: 'Continuar',
    again: 'Tu sesión terminó',
    againText: 'Escribe tu contraseña para seguir. Lo que estabas haciendo sigue aquí.',
    wrong: 'El correo o la contraseña no son correctos.',
    noAnswer: 'El servicio no respondió. Inténtalo de nuevo.',
    failed: 'Algo falló (estado {status}).',
  },
  {
    title: 'Sign in',
    intro: 'Sign in to {realm}.',
    email: 'Email',
    password: 'Password',
    signIn: 'Sign in',
    signOut: 'Sign out',
    goOn: 'Continue',
    again: 'Your session has ended',
    againText: 'Enter your password to go on. What you were doing is still here.',
    wrong: 'The email or the password is wrong.',
    noAnswer: 'The service did not answer. Try again.',
    failed: 'Something failed (status {status}).',
  },
)
