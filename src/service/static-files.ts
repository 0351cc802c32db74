import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

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

/** Answers GET and HEAD for one path of the page; undefined when the path is not the page's. */
export type StaticFiles = (request: Request) => Response | undefined

/**
 * Loads a built page into memory: an exact table of paths, so that no request ever names a file. Paths without a dot
 * that are not under /assets or /v1 get index.html, so that links into the app work.
 */
export function loadStaticFiles(directory: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(name)]
    if (!type || name.startsWith('.')) continue
    const path = `/${relative(directory, join(directory, name)).split(sep).join('/')}`
    files.set(path, {
      type,
      cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      identity: bytes(join(directory, name)),
      ...compressed(join(directory, name)),
    })
  }
  const index = files.get('/index.html')
  if (!index) throw new Error(`${directory} holds no index.html. Run npm run build.`)
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
  const encoding = file.br && /\bbr\b/.test(accepts) ? 'br' : file.gzip && /\bgzip\b/.test(accepts) ? 'gzip' : undefined
  const body = encoding === 'br' ? file.br : encoding === 'gzip' ? file.gzip : file.identity
  const headers = new Headers({
    'Content-Type': file.type,
    'Cache-Control': file.cacheControl,
    'Content-Length': String(body?.byteLength ?? 0),
    Vary: 'Accept-Encoding',
  })
  if (encoding) headers.set('Content-Encoding', encoding)
  return new Response(request.method === 'HEAD' ? null : (body ?? null), { headers })
}

function compressed(path: string): Pick<StaticFile, 'br' | 'gzip'> {
  const br = optional(`${path}.br`)
  const gzip = optional(`${path}.gz`)
  return { ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) }
}

function optional(path: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return bytes(path)
  } catch {
    return undefined
  }
}

function bytes(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path))
}
