import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What tests need from the system, by what it is for. */
export type SystemTool = 'office' | 'poppler'

interface Need {
  readonly command: string
  readonly packages: readonly string[]
}

const NEEDS: Readonly<Record<SystemTool, Need>> = {
  office: {
    command: 'soffice',
    packages: [
      'libreoffice-writer-nogui',
      'fonts-liberation',
      'fonts-dejavu-core',
      'fonts-crosextra-carlito',
      'fonts-crosextra-caladea',
    ],
  },
  poppler: { command: 'pdftoppm', packages: ['poppler-utils'] },
}

const INSTALL_TIMEOUT_MS = 8 * 60_000

/**
 * Installs what is missing through apt-get where that is allowed (as root, or with sudo that asks no password).
 * The answer names what is still missing afterwards.
 */
export async function ensureSystemPackages(
  tools: readonly SystemTool[],
): Promise<{ readonly missing: readonly SystemTool[] }> {
  const absent = tools.filter((tool) => !isInstalled(tool))
  if (absent.length === 0) return { missing: [] }
  const packages = absent.flatMap((tool) => NEEDS[tool].packages)
  const asRoot = rootPrefix()
  if (asRoot === undefined) return { missing: absent }
  process.stdout.write(`── installing ${packages.join(' ')}\n`)
  await run([...asRoot, 'apt-get', 'update', '-qq'])
  await run([...asRoot, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages])
  return { missing: absent.filter((tool) => !isInstalled(tool)) }
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
function rootPrefix(): readonly string[] | undefined {
  if (!isOnPath('apt-get')) return undefined
  if (process.getuid?.() === 0) return []
  return isOnPath('sudo') ? ['sudo', '-n'] : undefined
}

/** Runs a command and waits; a failure shows in what is missing afterwards, and its output above it. */
function run([command = '', ...args]: readonly string[]): Promise<number> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: INSTALL_TIMEOUT_MS,
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
}
