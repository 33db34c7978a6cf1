import type { Texts } from './texts.ts'

export const ENGLISH: Texts = {
  lang: 'en',
  email: 'Email address',
  fullName: 'Full name',
  password: 'Password',
  newPassword: 'New password',
  passwordHint: 'Between 6 and 100 characters.',
  goOn: 'Continue',
  signUp: {
    title: (realm) => `Join ${realm}`,
    explanation: 'We send a link to your address, by which you make your account.',
    closedTitle: 'You need an invitation',
    closed: (realm) =>
      `People join ${realm} by invitation. Ask somebody who is there to invite you.`,
    invitedTitle: (realm) => `You are invited to ${realm}`,
    invitedBy: (name, realm) => `${name} shares this link to ${realm} with you.`,
  },
  account: {
    title: (realm) => `Make your account at ${realm}`,
    button: 'Make the account',
    doneTitle: (realm) => `Welcome to ${realm}`,
    done: 'Your account is made.',
  },
  mailSent: {
    title: 'Look into your mail',
    text: (email) => `We have sent a mail to ${email}. Its link leads on, and works for a day.`,
  },
  deadLink: {
    title: 'This link leads nowhere',
    text: 'It was used already, has expired, or was revoked. Ask for a new one.',
  },
  reset: {
    title: 'Reset your password',
    explanation: 'We send a link to your address, by which you choose a new password.',
    button: 'Send the link',
    mailText: (email) =>
      `If ${email} has an account here, we have sent a mail to it. Its link works for a day.`,
    newTitle: 'Choose a new password',
    newButton: 'Set the password',
    doneTitle: 'Your password is set',
    done: 'Sign in with it. Apps and programs that were signed in have to sign in again.',
  },
  address: {
    title: 'Confirm your new address',
    explanation: (email) => `From then on your account belongs to ${email}.`,
    button: 'Confirm',
    doneTitle: 'Your address is changed',
    done: (email) => `Sign in with ${email} from now on.`,
  },
  signIn: {
    title: (realm) => `Sign in to ${realm}`,
    with: (provider) => `Continue with ${provider}`,
    here: 'Sign in from this browser',
    apps: 'Or open a Zulip app on your phone or computer, and give it this address:',
    forgotten: 'Forgot your password?',
    signUp: 'Make an account',
    doneTitle: (name) => `You are signed in, ${name}`,
    file: 'Programs such as the terminal client sign in with this file, zuliprc:',
    keep: 'Whoever has it can act as you. Leave this page when you have copied it.',
  },
  call: {
    title: (meeting) => `Join the call: ${meeting}`,
    explanation: 'It is held in your browser, with voice and, if you like, your camera.',
    voiceOnly: 'It is held in your browser, by voice: cameras stay off.',
    name: 'Your name',
    nameHint: 'Everybody in the call sees it.',
    button: 'Join',
  },
  failed: {
    title: 'That did not work',
    text: 'The server could not do it. Try again in a moment.',
    deactivated: 'This organization has been deactivated.',
    busy: 'There were too many attempts. Try again in half an hour.',
  },
  problems: {
    'Invalid signature.':
      'This address leads to no call. Copy it whole from the message that it stands in.',
    'The address of the call has expired.':
      'This address has expired. Ask whoever sent it for a new one.',
    'BigBlueButton is not configured.': 'There are no calls on this server any more.',
    'The address is not confirmed.': 'The provider does not confirm that the address is yours.',
    'You need an invitation to join this organization.':
      'You need an invitation to join this organization.',
    'Account is deactivated': 'Your account is deactivated.',
    'The provider did not sign in':
      'The provider did not let you in, or it took too long. Try again.',
  },
}
