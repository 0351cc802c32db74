import { startChromium } from './chromium.ts'
import { type Engine, type EngineName, type EngineOptions, programOf } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

export function startEngine(name: EngineName, options: EngineOptions = {}): Promise<Engine> {
  if (name === 'chromium') return startChromium(options)
  const program = programOf(name)
  if (!program) throw new Error(`${name} isn’t installed`)
  return name === 'firefox' ? startFirefox(program, options) : startWebKit(program, options)
}
