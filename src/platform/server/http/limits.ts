/** More than any browser sends; an endless list costs memory before any rule is asked. */
export const mostHeaders = 200;
