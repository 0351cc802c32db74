import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { BOOT, chunkGroups, compileHint, PAGE, RENDER_PAGE } from './src/build/chunks.ts'
import { embeddedService } from './src/build/embedded-service.ts'
import { finishPage } from './src/build/finish-page.ts'
import { guardBundle } from './src/build/guard-bundle.ts'
import { OLDEST_BROWSERS } from './src/build/oldest-browsers.ts'
import { languageOfBuild, pageLanguage } from './src/build/page-language.ts'
import { preloadFirstLoad } from './src/build/preload-first-load.ts'
import { writeShellWorker } from './src/build/write-shell-worker.ts'

const language = languageOfBuild()

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    embeddedService(),
    guardBundle(language),
    preloadFirstLoad(),
    writeShellWorker(language),
    pageLanguage(language, defaultClientConditions),
    finishPage(language),
  ],
  build: {
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    target: OLDEST_BROWSERS,
    reportCompressedSize: false,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: { index: PAGE, boot: BOOT, react: RENDER_PAGE },
      // Reading a property, or a global, does nothing else in our code and in our libraries.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: { codeSplitting: { groups: chunkGroups() }, postBanner: compileHint },
    },
  },
})
