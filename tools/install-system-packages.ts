import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What tests need from the system, by what it is for. */
export type SystemTool = 'browser' | 'office' | 'poppler'

interface Need {
  readonly command: string
  readonly packages: readonly string[]
}

const NEEDS: Readonly<Record<SystemTool, Need>> = {
  // Half of the work of Chromium with windows, and all that a page without a PDF in it needs.
  browser: { command: 'chromium-headless-shell', packages: ['chromium-headless-shell'] },
  office: {
    command: 'soffice',
    packages: [
      'libreoffice-writer-nogui',
      'libreoffice-calc-nogui',
      'libreoffice-impress-nogui',
      'fonts-liberation',
      'fonts-dejavu-core',
      'fonts-crosextra-carlito',
      'fonts-crosextra-caladea',
    ],
  },
  poppler: { command: 'pdftoppm', packages: ['poppler-utils'] },
}

// 90 MB to load and 15 s of unpacking on a fast network.
const INSTALL_TIMEOUT_MS = 8 * 60_000
// A machine that has just started often updates itself, and two apt-get at once are one too many.
const LOCK_TIMEOUT_SECONDS = 120

/**
 * Installs what is missing through apt-get where that is allowed (as root, or with sudo that asks no password), within
 * eight minutes. The answer names what is still missing afterwards; the reason stands on standard output.
 */
export async function ensureSystemPackages(
  tools: readonly SystemTool[],
): Promise<{ readonly missing: readonly SystemTool[] }> {
  const absent = tools.filter((tool) => !isInstalled(tool))
  if (absent.length === 0) return { missing: [] }
  const packages = absent.flatMap((tool) => NEEDS[tool].packages)
  const signal = AbortSignal.timeout(INSTALL_TIMEOUT_MS)
  const asRoot = await rootPrefix(signal)
  if (asRoot === undefined) {
    say(
      `cannot install ${packages.join(' ')}: that takes apt-get, and root or sudo without a password`,
    )
    return { missing: absent }
  }
  say(`installing ${packages.join(' ')} (about a minute)`)
  // An index that cannot be refreshed may still be good enough to install from.
  await run([...asRoot, 'apt-get', 'update', '-qq'], signal)
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends']
  const lock = ['-o', `DPkg::Lock::Timeout=${LOCK_TIMEOUT_SECONDS}`]
  const code = await run([...asRoot, ...install, ...lock, ...packages], signal)
  if (code !== 0) say(signal.aborted ? 'the installation took too long' : 'the installation failed')
  return { missing: absent.filter((tool) => !isInstalled(tool)) }
}

function say(text: string): void {
  process.stdout.write(`── ${text}\n`)
}

function isInstalled(tool: SystemTool): boolean {
  return isOnPath(NEEDS[tool].command)
}

function isOnPath(command: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK)
      return folder !== ''
    } catch {
      // Not in this folder of the path.
      return false
    }
  })
}

/** What makes a command run as root, or undefined when nothing may. */
async function rootPrefix(signal: AbortSignal): Promise<readonly string[] | undefined> {
  if (!isOnPath('apt-get')) return undefined
  if (process.getuid?.() === 0) return []
  const sudo = ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive']
  return isOnPath('sudo') && (await run(['sudo', '-n', 'true'], signal)) === 0 ? sudo : undefined
}

/** Runs a command and waits for its exit code; what it complains about is shown. */
function run([command = '', ...args]: readonly string[], signal: AbortSignal): Promise<number> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    signal,
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
}
