import { changeSettings } from '../../people/actions/change-settings.ts'
import type { SignInTools } from '../../people/sign-in-tools.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { languageOf } from '../../tenancy/language.ts'
import { userSetting } from '../../tenancy/settings.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import type { USER_SETTINGS } from '../../tenancy/user-settings.ts'
import { say, tell, type Told } from '../../tenancy/words/say.ts'

interface Mode {
  readonly setting: keyof typeof USER_SETTINGS
  readonly value: boolean | number
  readonly still: Told
  readonly changed: Told
}

const DARK = 2
const LIGHT = 3

// The commands that change how the client looks, and the answer to each.
const MODES: Readonly<Record<string, Mode>> = {
  dark: {
    setting: 'color_scheme',
    value: DARK,
    still: 'You are still in dark theme.',
    changed: 'Changed to dark theme! To revert dark theme, type `/light`.',
  },
  light: {
    setting: 'color_scheme',
    value: LIGHT,
    still: 'You are still in light theme.',
    changed: 'Changed to light theme! To revert light theme, type `/dark`.',
  },
  'fluid-width': {
    setting: 'fluid_layout_width',
    value: true,
    still: 'You are still in fluid width mode.',
    changed: 'Changed to fluid-width mode! To revert fluid-width mode, type `/fixed-width`.',
  },
  'fixed-width': {
    setting: 'fluid_layout_width',
    value: false,
    still: 'You are still in fixed width mode.',
    changed: 'Changed to fixed-width mode! To revert fixed-width mode, type `/fluid-width`.',
  },
}

/** Runs a slash command; returns the answer to show. @throws ApiError */
export async function runSlashCommand(
  tools: SignInTools,
  caller: Caller,
  text: string,
): Promise<{ readonly msg: string }> {
  if (!text.startsWith('/')) throw refusal('There should be a leading slash in the zcommand.')
  const command = text.slice(1)
  if (command === 'ping') return { msg: '' }
  const mode = Object.hasOwn(MODES, command) ? MODES[command] : undefined
  if (mode === undefined) throw refusal(say('No such command: %{command}', { command }))
  const language = languageOf(userSetting(caller, 'default_language'))
  if (userSetting(caller, mode.setting) === mode.value) return { msg: tell(mode.still, language) }
  await changeSettings(tools, caller, {
    fullName: undefined,
    email: undefined,
    oldPassword: undefined,
    newPassword: undefined,
    settings: { [mode.setting]: mode.value },
  })
  return { msg: tell(mode.changed, language) }
}
