import { emojiCode } from '../../markdown/emoji-names.ts'

// Names of Slack's that are not among ours, by the name of the same emoji here.
const OTHER_NAMES: Readonly<Record<string, string>> = {
  thinking_face: 'thinking',
  slightly_smiling_face: 'smile',
  simple_smile: 'smile',
  smiley: 'smiley',
  white_check_mark: 'check',
  heavy_check_mark: 'check_mark',
  heavy_plus_sign: 'plus',
  heavy_minus_sign: 'minus',
  thumbsup: '+1',
  thumbsdown: '-1',
  hankey: 'poop',
  raised_hands: 'raised_hands',
  man_shrugging: 'shrug',
  'man-shrugging': 'shrug',
  'woman-shrugging': 'shrug',
  'man-facepalming': 'facepalm',
  'woman-facepalming': 'facepalm',
  face_palm: 'facepalm',
  hugging_face: 'hug',
  sweat_smile: 'sweat_smile',
  rolling_on_the_floor_laughing: 'rolling_on_the_floor_laughing',
  grinning_face_with_star_eyes: 'star_struck',
  'star-struck': 'star_struck',
  face_with_rolling_eyes: 'rolling_eyes',
  heavy_exclamation_mark: 'exclamation',
  bulb: 'light_bulb',
  hand: 'stop',
  raised_hand: 'stop',
  clinking_glasses: 'clink',
  beers: 'beers',
  birthday: 'birthday',
  moneybag: 'money',
  calendar: 'calendar',
  date: 'calendar',
  computer: 'computer',
  lock: 'locked',
  unlock: 'unlocked',
  memo: 'memo',
  pray: 'pray',
  eyes: 'eyes',
}

/** The emoji of a reaction of Slack's, without its skin tone; undefined for one that is not in Unicode here. */
export function slackEmoji(
  written: string,
): { readonly name: string; readonly code: string } | undefined {
  const [plain = ''] = written.split('::')
  for (const name of [plain, OTHER_NAMES[plain] ?? '', plain.replaceAll('-', '_')]) {
    const code = emojiCode(name)
    if (code !== undefined) return { name, code }
  }
  return undefined
}
