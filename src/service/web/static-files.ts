import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fileIn, LANGUAGES, MAIN_LANGUAGE } from '#model/languages.ts'
import { type Encoding, negotiateEncoding } from '../http/negotiate-encoding.ts'
import { negotiateLanguage } from '../http/negotiate-language.ts'
import { messages } from '../messages/messages.ts'

type Bytes = Uint8Array<ArrayBuffer>

interface StaticFile {
  type: string
  cacheControl: string
  etag: string
  identity: Bytes
  br?: Bytes
  gzip?: Bytes
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** Handles GET and HEAD. Undefined when no file has this path. */
export type StaticFiles = (request: Request) => Response | undefined

/**
 * Loads all files of a directory, so that a path in a request is never used as a file name. Paths
 * that are no file and can't be meant for the API or an asset get the page, so that links into the
 * app work: index.html, or for another language a file like index.de.html.
 */
export function loadStaticFiles(directory: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(name)]
    if (!type || name.startsWith('.')) continue
    const path = `/${relative(directory, join(directory, name)).split(sep).join('/')}`
    files.set(path, readStaticFile(join(directory, name), path, type))
  }
  const index = files.get('/index.html')
  if (!index) throw new Error(messages.startup.pageMissing(directory))
  const pages = new Map(
    LANGUAGES.flatMap((language) => {
      const page = files.get(`/${fileIn(language, 'index.html')}`)
      return page ? [[language, page] as const] : []
    }),
  )
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const { pathname } = new URL(request.url)
    const file = files.get(pathname)
    if (file) return fileResponse(file, request)
    if (!isPagePath(pathname)) return undefined
    const language = negotiateLanguage(request.headers, [...pages.keys()])
    const response = fileResponse(pages.get(language ?? MAIN_LANGUAGE) ?? index, request)
    response.headers.append('Vary', 'Accept-Language, Cookie')
    return response
  }
}

function readStaticFile(file: string, path: string, type: string): StaticFile {
  const identity = readBytes(file)
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const isImmutable = path.startsWith('/assets/')
  return {
    type,
    cacheControl: isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `"${hash}"`,
    identity,
    ...readCompressed(file),
  }
}

/** Whether a path can't be another spelling of one that belongs to the server. */
function isPagePath(pathname: string): boolean {
  const plain = decode(pathname)
    .toLowerCase()
    .replace(/[\\/]+/g, '/')
  if (!/^\/[\w\-/]*$/.test(plain)) return false
  return !/^\/(v1|assets|healthz|readyz|metrics)(\/|$)/.test(plain)
}

/** A path that isn't valid is no page. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '%'
  }
}

function fileResponse(file: StaticFile, request: Request): Response {
  const available = (['br', 'gzip'] as const).filter((name) => file[name] !== undefined)
  const encoding = negotiateEncoding(request.headers.get('Accept-Encoding'), available)
  const etag = encodedEtag(file.etag, encoding)
  const headers = new Headers({
    'Cache-Control': file.cacheControl,
    ETag: etag,
    Vary: 'Accept-Encoding',
  })
  if (isCurrent(request, etag)) return new Response(null, { status: 304, headers })
  const body = (encoding && file[encoding]) ?? file.identity
  headers.set('Content-Type', file.type)
  headers.set('Content-Length', String(body.byteLength))
  if (encoding) headers.set('Content-Encoding', encoding)
  return new Response(request.method === 'HEAD' ? null : body, { headers })
}

/** Other bytes have another strong ETag. */
function encodedEtag(etag: string, encoding: Encoding | undefined): string {
  return encoding ? `${etag.slice(0, -1)}-${encoding}"` : etag
}

function isCurrent(request: Request, etag: string): boolean {
  const tags = request.headers.get('If-None-Match')?.split(',') ?? []
  return tags.some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
}

function readCompressed(path: string): Pick<StaticFile, 'br' | 'gzip'> {
  const br = readIfExists(`${path}.br`)
  const gzip = readIfExists(`${path}.gz`)
  return { ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) }
}

function readIfExists(path: string): Bytes | undefined {
  try {
    return readBytes(path)
  } catch {
    return undefined
  }
}

function readBytes(path: string): Bytes {
  return new Uint8Array(readFileSync(path))
}
