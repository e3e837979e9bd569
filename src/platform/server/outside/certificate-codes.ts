/** Codes of Node.js for a server whose certificate is not trusted, has expired, or is for a different name. */
export const certificateCodes =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)/;
