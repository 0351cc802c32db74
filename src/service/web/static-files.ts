import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { messages } from '#service/messages.ts'

interface StaticFile {
  type: string
  cacheControl: string
  identity: Uint8Array<ArrayBuffer>
  br?: Uint8Array<ArrayBuffer>
  gzip?: Uint8Array<ArrayBuffer>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** The smallest first. */
const ENCODINGS = ['br', 'gzip'] as const

/** Handles GET and HEAD. Undefined when no file has this path. */
export type StaticFiles = (request: Request) => Response | undefined

/**
 * Loads the built page into memory as a map from paths to files, so that no request accesses the
 * file system. Paths without a dot that aren't under /assets or /v1 get index.html, so that links
 * into the app work.
 */
export function loadStaticFiles(directory: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(name)]
    if (!type || name.startsWith('.')) continue
    const path = `/${relative(directory, join(directory, name)).split(sep).join('/')}`
    files.set(path, {
      type,
      cacheControl: path.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
      identity: readBytes(join(directory, name)),
      ...readCompressed(join(directory, name)),
    })
  }
  const index = files.get('/index.html')
  if (!index) throw new Error(messages.startup.pageMissing(directory))
  return (request) => {
    const { pathname } = new URL(request.url)
    const isPage = !/^\/(assets|v1)(\/|$)/.test(pathname) && !pathname.includes('.')
    const file = files.get(pathname) ?? (isPage ? index : undefined)
    if (!file) return undefined
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    return fileResponse(file, request)
  }
}

function fileResponse(file: StaticFile, request: Request): Response {
  const accepts = request.headers.get('Accept-Encoding') ?? ''
  const encoding = ENCODINGS.find((name) => file[name] && new RegExp(`\\b${name}\\b`).test(accepts))
  const body = encoding ? file[encoding] : file.identity
  const headers = new Headers({
    'Content-Type': file.type,
    'Cache-Control': file.cacheControl,
    'Content-Length': String(body?.byteLength ?? 0),
    Vary: 'Accept-Encoding',
  })
  if (encoding) headers.set('Content-Encoding', encoding)
  return new Response(request.method === 'HEAD' ? null : (body ?? null), { headers })
}

function readCompressed(path: string): Pick<StaticFile, 'br' | 'gzip'> {
  const br = readIfExists(`${path}.br`)
  const gzip = readIfExists(`${path}.gz`)
  return { ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) }
}

function readIfExists(path: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return readBytes(path)
  } catch {
    return undefined
  }
}

function readBytes(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path))
}
