/**
 * Inside the brackets of a regular expression with the flag "u": characters that nobody sees, or
 * that look like a blank. Unicode doesn't count the last two kinds among those to ignore.
 */
export const HIDDEN_CHARACTERS = '\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb'
