// A chunk of its own, so that React starts in a task of its own, before the app's code does.
export { createRoot } from 'react-dom/client'
